const Query = require('sequelize/lib/dialects/sqlite/query');

const FILE = require.resolve('sequelize/lib/dialects/sqlite/query');
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
