// Loaded into each Node.js process of a command: writes its own command line, and that of each process that it starts, into the
// file that STARTED names, a line each.
const { appendFileSync } = require("node:fs");
const children = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");

const note = (...line) => appendFileSync(process.env.STARTED, `${line.join(" ").replaceAll("\n", " ")}\n`);

note(...process.argv);
const { prototype } = children.ChildProcess;
const { spawn } = prototype;
prototype.spawn = function (options) {
  note(options.file, ...(options.args ?? []).slice(1));
  return spawn.call(this, options);
};
for (const name of ["spawnSync", "execFileSync", "execSync"]) {
  const start = children[name];
  children[name] = (file, args, ...rest) => {
    note(file, ...(Array.isArray(args) ? args : []));
    return start(file, args, ...rest);
  };
}
syncBuiltinESMExports();
