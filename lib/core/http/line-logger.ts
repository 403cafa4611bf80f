import { loggedError } from './logged-error';
import type { Logger, RecordLogger } from './logger';
import { adaptedLogger, recorderOf } from './logger-signature';
import { singleLine } from './single-line';

/** Marks a wrapped logger, which applications get from their container. */
const IS_WRAPPED = Symbol('koaggregate.lines');

/**
 * Wraps a logger so that each message is one line: control characters are escaped, in error messages too, against log
 * injection. Stack frames keep their lines. Errors of the database are logged without the values of rows. Error and
 * message are passed in the order that the logger takes.
 */
export function lineLogger(given: Logger): RecordLogger {
  if (isWrapped(given)) return given;
  const logger = adaptedLogger(given);
  const record = recorderOf(given);
  const escaped = (details: readonly unknown[]) => details.map(loggedDetail);
  const wrapped: RecordLogger = {
    info: (message, ...details) => logger.info(singleLine(message), ...escaped(details)),
    warn: (message, ...details) => logger.warn(singleLine(message), ...escaped(details)),
    error: (message, ...details) => logger.error(singleLine(message), ...escaped(details)),
    record: (level, message, facts) => record(level, singleLine(message), facts),
  };
  return Object.assign(wrapped, { [IS_WRAPPED]: true });
}

function isWrapped(logger: Logger): logger is RecordLogger {
  return IS_WRAPPED in logger;
}

/** Objects other than errors are escaped by the logger itself. */
function loggedDetail(detail: unknown): unknown {
  return typeof detail === 'string' ? singleLine(detail) : loggedError(detail);
}
