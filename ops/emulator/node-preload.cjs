// Loaded into every Node process that works with the emulator, for what it does otherwise than AWS or its name server.
const dns = require("node:dns");
const { Module } = require("node:module");

// Lambda looks for index.cjs too (module-loader.ts of its runtime interface client); the emulator only for .js and .mjs.
Module._extensions[".cjs"] ??= Module._extensions[".js"];

// The emulator's APIs and distributions have names under localhost, which are this machine (RFC 6761), not DNS's.
const { lookup } = dns;
dns.lookup = (name, options, callback) => {
  const answer = callback ?? options;
  if (!name.endsWith(".localhost")) return callback ? lookup(name, options, callback) : lookup(name, answer);
  if (options.all) return answer(null, [{ address: "127.0.0.1", family: 4 }]);
  return answer(null, "127.0.0.1", 4);
};
