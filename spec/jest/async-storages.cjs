const { AsyncLocalStorage } = require('node:async_hooks');

const { run } = AsyncLocalStorage.prototype;
const used = new Set();

AsyncLocalStorage.prototype.run = function (...parts) {
  used.add(this);
  return run.apply(this, parts);
};

/**
 * Disables the storages that a spec file has used; they work again once they run. Before Node 24, each promise, timer and
 * socket is copied the values of all storages that have ever run, also of those that nobody holds any more: jest has one for
 * each spec file, and an application for each data source.
 */
function endAsyncStorages() {
  for (const storage of used) storage.disable();
  used.clear();
}

module.exports = { endAsyncStorages };
