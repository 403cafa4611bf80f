import { loggedError } from './logged-error';
import type { Logger, RecordLogger } from './logger';
import { adaptedLogger, recorderOf } from './logger-signature';
import { singleLine } from './single-line';

/** Marks a wrapped logger, which applications get from their container. */
const IS_WRAPPED = Symbol('koaggregate.lines');

const ORDER: readonly (keyof Logger)[] = ['info', 'warn', 'error'];

/** A logger whose level and writer are known once the configuration has been read. */
export interface LineLogger extends RecordLogger {
  /**
   * @param lowest  the level below which no message is written; facts have a level of their own
   * @param writer  makes the logger that writes from now on, unless one was given; `console` when absent
   */
  configure(lowest: keyof Logger, writer?: () => Logger): void;
}

/**
 * Wraps a logger so that each message is one line: control characters are escaped, in error messages too, against log
 * injection. Stack frames keep their lines. Errors of the database are logged without the values of rows. Error and
 * message are passed in the order that the logger takes.
 *
 * @param given  `console` when absent; a wrapped one, such as that of a container, is configured by its owner
 */
export function lineLogger(given?: Logger): LineLogger {
  if (given && isWrapped(given)) return { ...given, configure: () => undefined };
  let target = targetOf(given ?? console);
  let lowest = 0;
  const write =
    (level: keyof Logger) =>
    (message: string, ...details: unknown[]) => {
      if (ORDER.indexOf(level) >= lowest) target.logger[level](singleLine(message), ...details.map(loggedDetail));
    };
  const wrapped: LineLogger = {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    record: (level, message, facts) => target.record(level, singleLine(message), facts),
    configure(level, writer) {
      lowest = ORDER.indexOf(level);
      if (writer && !given) target = targetOf(writer());
    },
  };
  return Object.assign(wrapped, { [IS_WRAPPED]: true });
}

function targetOf(logger: Logger) {
  return { logger: adaptedLogger(logger), record: recorderOf(logger) };
}

function isWrapped(logger: Logger): logger is LineLogger {
  return IS_WRAPPED in logger;
}

/** Objects other than errors are escaped by the logger itself. */
function loggedDetail(detail: unknown): unknown {
  return typeof detail === 'string' ? singleLine(detail) : loggedError(detail);
}
