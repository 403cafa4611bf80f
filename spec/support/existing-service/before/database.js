const { AsyncLocalStorage } = require('node:async_hooks');
const { Sequelize } = require('sequelize');

// What cls-hooked does: statements join the transaction around them.
const storage = new AsyncLocalStorage();
Sequelize.useCLS({
  get: (name) => storage.getStore()?.get(name),
  set: (name, value) => storage.getStore()?.set(name, value),
  run: (work) => storage.run(new Map(storage.getStore()), work),
  bind: (work) => AsyncLocalStorage.bind(work),
});

exports.url = process.env.DB_URL ?? 'sqlite:repairs.sqlite';
exports.sequelize = exports.url.startsWith('sqlite:')
  ? new Sequelize({ dialect: 'sqlite', storage: exports.url.slice('sqlite:'.length), logging: false })
  : new Sequelize(exports.url.replace(/^mariadb:/, 'mysql:'), { logging: false });
