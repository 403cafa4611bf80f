// The process as in a project without sequelize-typescript.
const { Module } = require('node:module');

const { _resolveFilename: resolveFilename } = Module;

Module._resolveFilename = function (name, ...rest) {
  if (!/^sequelize-typescript(\/|$)/.test(name)) return resolveFilename.call(this, name, ...rest);
  throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
};
