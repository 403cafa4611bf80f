import { Console } from 'node:console';
import { inspect } from 'node:util';
import { hasMethod, isObject } from '../../foundation';
import type { Logger, ObjectFirstLogger, RecordLogger } from './logger';

/** Adapts a logger by the signature of its methods, so that no detail is lost; others get message and details as given. */
export function adaptedLogger(logger: Logger): Logger {
  if (isObjectFirst(logger)) return objectFirst(logger as unknown as ObjectFirstLogger);
  return logger instanceof Console ? withoutPlaceholders(logger) : logger;
}

/** How a logger receives facts: one that takes an object first gets them so, `console` a line of JSON, others a detail. */
export function recorderOf(logger: Logger): RecordLogger['record'] {
  if (isObjectFirst(logger)) {
    const { info, warn, error } = logger as unknown as ObjectFirstLogger;
    const write = { info, warn, error };
    return (level, message, facts) => write[level].call(logger, facts, message);
  }
  if (!(logger instanceof Console)) return (level, message, facts) => logger[level](message, facts);
  return (level, msg, facts) => {
    const line = JSON.stringify({ time: new Date().toISOString(), level, msg, ...facts });
    // As an argument, since a text may have placeholders.
    logger[level]('%s', line);
  };
}

/**
 * Adapts a logger that takes an error or an object before the message. Those of pino and bunyan are recognised without
 * it; a logger that wraps one of them is not.
 *
 * @example `new Container({ logger: objectFirst(wrapped) })`
 */
export function objectFirst(logger: ObjectFirstLogger): Logger {
  const write =
    (level: keyof Logger) =>
    (message: string, ...details: unknown[]) => {
      const first = details.find((detail) => detail instanceof Error) ?? details.find(isObject) ?? {};
      const others = details.filter((detail) => detail !== first).map(textOf);
      logger[level](first, [message, ...others].join(' '));
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}

function textOf(detail: unknown): string {
  return typeof detail === 'string' ? detail : inspect(detail, { breakLength: Number.POSITIVE_INFINITY });
}

/** Of pino's public symbols; all its loggers have it. */
const PINO = Symbol.for('pino.serializers');

/** Whether it is a logger of pino, or has the methods of bunyan's class. */
function isObjectFirst(logger: Logger): boolean {
  return PINO in logger || (hasMethod(logger, 'addStream') && hasMethod(logger, 'reopenFileStreams'));
}

/** A path such as `/%d0%b0` in the message would take the error as the value of a placeholder. */
function withoutPlaceholders(console: Logger): Logger {
  const write =
    (level: keyof Logger) =>
    (message: string, ...details: unknown[]) =>
      console[level](details.length > 0 ? message.replaceAll('%', '%%') : message, ...details);
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
