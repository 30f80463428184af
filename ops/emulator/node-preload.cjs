// Preloaded into every Node process that works with the emulator, to make up for where the emulator differs from AWS.
const dns = require("node:dns");
const { Module } = require("node:module");

// Lambda also finds index.cjs (module-loader.ts of its runtime interface client); the emulator only .js and .mjs.
Module._extensions[".cjs"] ??= Module._extensions[".js"];

// The emulator's APIs and distributions have host names under localhost, which DNS need not resolve (RFC 6761).
const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  const answer = callback ?? options;
  if (!name.endsWith(".localhost")) return callback ? lookup(name, options, callback) : lookup(name, answer);
  if (options.all) return answer(null, [{ address: "127.0.0.1", family: 4 }]);
  return answer(null, "127.0.0.1", 4);
};
