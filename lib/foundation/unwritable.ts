import { types } from 'node:util';
import { isObject } from './objects';

/** A value inside content that no serializer can write, and the keys and indexes that lead to it. */
export interface Unwritable {
  readonly kind: 'promise' | 'function' | 'symbol' | 'stream' | 'cycle';
  readonly path: readonly Step[];
}

type Step = string | number;

/**
 * The first value inside content that no serializer can write; undefined if there is none. All promises inside get a
 * handler, so that their rejection cannot end the process.
 *
 * Objects with `toJSON` are represented by its result. Plain content is checked without allocations.
 */
export function unwritableIn(content: unknown): Unwritable | undefined {
  return isPlain(content, 0) ? undefined : new ContentSearch(true).search(content);
}

/**
 * Handles the rejections of all promises inside a value that becomes content later, so that they cannot end the process
 * until then. Never throws; calls no `toJSON`.
 */
export function handlePromisesIn(content: unknown): void {
  if (isPlain(content, 0)) return;
  try {
    new ContentSearch(false).search(content);
  } catch {
    // A getter that throws does so again when the content is written.
  }
}

/** The kind of a value that no serializer can write; undefined for all others. */
export function unwritableKind(value: unknown): Exclude<Unwritable['kind'], 'cycle'> | undefined {
  if (typeof value === 'function') return 'function';
  if (typeof value === 'symbol') return 'symbol';
  if (!isObject(value)) return undefined;
  if (isThenable(value)) return 'promise';
  return Symbol.asyncIterator in value && !hasToJson(value) ? 'stream' : undefined;
}

/** Deeper content is searched for cycles. */
const MAX_PLAIN_LEVELS = 64;

/** Whether a value is of literals, arrays, dates and primitives only; false also for cycles. */
function isPlain(value: unknown, level: number): boolean {
  if (typeof value !== 'object') return typeof value !== 'function' && typeof value !== 'symbol';
  if (value === null) return true;
  if (level >= MAX_PLAIN_LEVELS) return false;
  if (Array.isArray(value)) {
    for (const element of value) if (!isPlain(element, level + 1)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value instanceof Date || ArrayBuffer.isView(value);
  for (const name in value) if (!isPlain((value as Record<string, unknown>)[name], level + 1)) return false;
  return true;
}

/** Visits each object once. */
class ContentSearch {
  readonly #visited = new Set<object>();
  readonly #ancestors = new Set<object>();
  readonly #path: Step[] = [];
  #found: Unwritable | undefined;

  /** @param readsJson  whether objects with `toJSON` are represented by its result; otherwise they are left out */
  constructor(private readonly readsJson: boolean) {}

  search(content: unknown): Unwritable | undefined {
    this.#visit(content, '');
    return this.#found;
  }

  #visit(value: unknown, step: Step): void {
    const kind = unwritableKind(value);
    if (kind === 'promise') handleRejection(value);
    if (kind) return this.#note(kind);
    if (!isObject(value) || ArrayBuffer.isView(value)) return;
    if (this.#ancestors.has(value)) return this.#note('cycle');
    if (this.#visited.has(value)) return;
    this.#visited.add(value);
    this.#ancestors.add(value);
    if (hasToJson(value)) this.#visitJson(value, step);
    else this.#visitMembers(value);
    this.#ancestors.delete(value);
  }

  #visitJson(value: { toJSON(key: string): unknown }, step: Step): void {
    if (!this.readsJson) return;
    const json = value.toJSON(String(step));
    if (json === value) this.#visitMembers(value);
    else this.#visit(json, step);
  }

  #visitMembers(value: object): void {
    for (const [step, member] of membersOf(value)) {
      this.#path.push(step);
      this.#visit(member, step);
      this.#path.pop();
    }
  }

  #note(kind: Unwritable['kind']): void {
    this.#found ??= { kind, path: [...this.#path] };
  }
}

function membersOf(value: object): Iterable<[Step, unknown]> {
  if (Array.isArray(value)) return value.entries();
  if (value instanceof Set) return [...value].entries();
  return value instanceof Map ? [...value].map(([key, member]) => [String(key), member]) : Object.entries(value);
}

function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}

function isThenable(value: object): boolean {
  return 'then' in value && typeof value.then === 'function';
}

/** Does not call `then` of other classes: a query builder would run its query. */
function handleRejection(value: unknown): void {
  if (types.isPromise(value)) Promise.prototype.then.call(value, undefined, () => undefined);
}
