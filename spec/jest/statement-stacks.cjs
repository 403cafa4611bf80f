const { join } = require('node:path');
const { ROOT } = require('./compiled.cjs');

// By its path, since not every version of Sequelize exports it.
const FILE = join(ROOT, 'node_modules/sequelize/lib/dialects/sqlite/query.js');
const Query = require(FILE);
const { formatError } = Query.prototype;

/**
 * Maps the stacks of statements to the sources only when a statement has failed: Sequelize reads the stack of an error of
 * its own for each of them, and jest maps up to 100 frames of it, which takes longer than a short statement.
 */
function mapStacksOfFailedStatements() {
  const { prepareStackTrace: map } = Error;
  Error.prepareStackTrace = (error, frames) =>
    isOfStatement(error, frames) ? { toString: () => map(error, frames) } : map(error, frames);
}

Query.prototype.formatError = function (error, stack) {
  return formatError.call(this, error, stack?.toString());
};

function isOfStatement(error, [frame]) {
  return error.constructor === Error && error.message === '' && frame?.getFileName() === FILE;
}

module.exports = { mapStacksOfFailedStatements };
