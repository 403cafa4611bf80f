import { isNativeError } from 'node:util/types';
import { isObject } from '../../foundation';
import { redactMessage } from './redact-message';
import { singleLine } from './single-line';

/** The properties of an error of the database that have no values of rows. */
const PLAIN = ['name', 'code', 'errno', 'sqlState', 'fatal', 'table', 'index', 'constraint', 'reltype', 'modelName'];
/** Those of what a validation has found. */
const PLAIN_OF_ITEMS = ['path', 'type', 'validatorKey'];
const ERRORS = ['parent', 'original', 'cause', 'errors'];

/**
 * An error as it is logged: on one line, except for its stack frames, and without the values of rows. Copies the error,
 * with its causes, rather than changing it.
 *
 * The errors of Sequelize and of drivers are recognised by their shape, since no layer above knows them all. They have
 * values in their messages and in properties for code that handles them.
 */
export function loggedError(error: unknown): unknown {
  return isError(error) ? new Copies().of(error) : error;
}

class Copies {
  readonly #copies = new Map<object, object>();
  /** The messages as logged, by the message. */
  readonly #messages = new Map<string, string>();

  of(error: Error): object {
    const known = this.#copies.get(error);
    if (known) return known;
    const copy: object = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
    this.#copies.set(error, copy);
    const isOfDatabase = hasValues(error);
    const message = singleLine(isOfDatabase ? redactMessage(error.message) : error.message);
    this.#messages.set(error.message, message);
    if (isOfDatabase) this.#copyPlain(error, copy);
    else this.#copyAll(error, copy);
    const shown = isOfDatabase ? message : this.#withoutNested(error.message);
    const texts = { message: shown, stack: this.#stack(error, shown, isOfDatabase) };
    for (const [name, value] of Object.entries(texts)) define(copy, name, value, false);
    return copy;
  }

  #copyAll(error: Error, copy: object): void {
    for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
      if ('value' in descriptor) descriptor.value = this.#value(name, descriptor.value);
      Object.defineProperty(copy, name, descriptor);
    }
  }

  #copyPlain(error: Error, copy: object): void {
    for (const [name, { value, enumerable = false }] of Object.entries(Object.getOwnPropertyDescriptors(error))) {
      if (PLAIN.includes(name)) define(copy, name, value, enumerable);
      else if (name === 'sqlMessage') define(copy, name, singleLine(redactMessage(String(value))), enumerable);
      else if (name === 'sql') define(copy, name, statement(value), enumerable);
      else if (name === 'fields') define(copy, name, namesIn(value), enumerable);
      else if (ERRORS.includes(name)) define(copy, name, this.#value(name, value), enumerable);
    }
  }

  #value(name: string, value: unknown): unknown {
    if (isError(value)) return this.of(value);
    if (name === 'cause' && typeof value === 'string') return singleLine(value);
    if (name === 'violations' && Array.isArray(value)) return value.map(itemOf);
    if (name !== 'errors' || !Array.isArray(value)) return value;
    return value.map((one) => (isError(one) ? this.of(one) : isItem(one) ? itemOf(one) : one));
  }

  /** A message that quotes that of a cause has it as logged. */
  #withoutNested(message: string): string {
    let text = message;
    for (const [nested, shown] of this.#messages) {
      if (nested !== message && nested !== '') text = text.replaceAll(nested, () => shown);
    }
    return singleLine(text);
  }

  /** The text before the stack frames is that of the message, or of the cause whose stack it is. */
  #stack({ stack = '', message }: Error, shown: string, isOfDatabase: boolean): string {
    const texts = [[message, shown] as const, ...this.#messages].filter(([raw]) => raw !== '' && stack.includes(raw));
    const [found] = texts;
    if (found) {
      const [raw, logged] = found;
      const at = stack.indexOf(raw);
      return singleLine(stack.slice(0, at)) + logged + stack.slice(at + raw.length);
    }
    const end = stack.search(/\n {4}at /);
    const head = end < 0 ? stack : stack.slice(0, end);
    return singleLine(isOfDatabase ? redactMessage(head) : head) + stack.slice(head.length);
  }
}

function define(copy: object, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(copy, name, { value, enumerable, configurable: true, writable: true });
}

/** Includes errors of other realms, such as a test runner's. */
function isError(value: unknown): value is Error {
  return isNativeError(value) || value instanceof Error;
}

/** Whether it is an error of Sequelize, mysql2 or sqlite3. */
function hasValues(error: Error): boolean {
  const { code, sql, sqlState } = error as {
    readonly code?: unknown;
    readonly sql?: unknown;
    readonly sqlState?: unknown;
  };
  if (typeof sql === 'string' || typeof sqlState === 'string' || error.name.startsWith('Sequelize')) return true;
  return typeof code === 'string' && /^(?:SQLITE|ER)_/.test(code);
}

/** Literals have been removed where the statement was sent; one of another connection ends before its first one. */
function statement(sql: unknown): string {
  const text = String(sql);
  const quote = text.search(/['"]/);
  return quote < 0 ? text : `${text.slice(0, quote)}…`;
}

function namesIn(fields: unknown): unknown {
  if (Array.isArray(fields)) return fields.filter((name) => typeof name === 'string');
  return isObject(fields) ? Object.keys(fields) : undefined;
}

/** Whether it is what a validation has found, with the value. */
function isItem(value: unknown): value is object {
  return isObject(value) && 'message' in value && 'path' in value;
}

function itemOf(item: object): object {
  const { message, ...others } = item as Readonly<Record<string, unknown>>;
  const plain = PLAIN_OF_ITEMS.flatMap((name) => (others[name] === undefined ? [] : [[name, others[name]]]));
  return { message: singleLine(redactMessage(String(message))), ...Object.fromEntries(plain) };
}
