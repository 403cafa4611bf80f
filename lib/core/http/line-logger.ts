import { isNativeError } from 'node:util/types';
import type { Logger, RecordLogger } from './logger';
import { adaptedLogger, recorderOf } from './logger-signature';

/** Control characters, line breaks and bidirectional controls. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Marks a wrapped logger, which applications get from their container. */
const IS_WRAPPED = Symbol('koaggregate.lines');

/**
 * Wraps a logger so that each message is one line: control characters are escaped, in error messages too, against log
 * injection. Stack frames keep their lines. Error and message are passed in the order that the logger takes.
 */
export function lineLogger(given: Logger): RecordLogger {
  if (isWrapped(given)) return given;
  const logger = adaptedLogger(given);
  const record = recorderOf(given);
  const escaped = (details: readonly unknown[]) => details.map((detail) => escapedDetail(detail, new Map()));
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

/** Escapes the characters that are not printable on one line. */
export function singleLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => SHORT[character] ?? escapeOf(character));
}

function escapeOf(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** Other objects are escaped by the logger itself. */
function escapedDetail(detail: unknown, seen: Map<object, object>): unknown {
  if (typeof detail === 'string') return singleLine(detail);
  return isError(detail) ? escapedError(detail, seen) : detail;
}

/** Copies the error, with its causes, rather than changing it. */
function escapedError(error: Error, seen: Map<object, object>): object {
  const known = seen.get(error);
  if (known) return known;
  const copy: object = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  seen.set(error, copy);
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
    if (isError(descriptor.value) || name === 'cause') descriptor.value = escapedDetail(descriptor.value, seen);
    Object.defineProperty(copy, name, descriptor);
  }
  const texts = { message: singleLine(error.message), stack: escapedStack(error) };
  for (const [name, value] of Object.entries(texts)) Object.defineProperty(copy, name, { value, configurable: true });
  return copy;
}

/** Includes errors of other realms, such as a test runner's. */
function isError(value: unknown): value is Error {
  return isNativeError(value) || value instanceof Error;
}

/** Escapes the message before the stack frames. */
function escapedStack({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const end = at < 0 ? stack.search(/\n {4}at /) : at + message.length;
  return end < 0 ? singleLine(stack) : singleLine(stack.slice(0, end)) + stack.slice(end);
}
