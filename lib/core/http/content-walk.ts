import { handlePromisesIn, isObject, isPlainObject, unwritableIn, unwritableKind } from '../../foundation';
import { literalName, snakeCase } from '../../naming';
import { UnwritableContentError } from './unwritable-content-error';

/** The content that replaces an object. */
export interface Substitute {
  readonly content: unknown;
  /** Whether it is plain content already; otherwise it is converted too. */
  readonly isWritten: boolean;
}

type Rename = (name: string) => string;

/**
 * Converts a value to plain content at any depth: sets to arrays, maps and instances to objects.
 *
 * Fields of instances, and camelCase keys of object literals, become snake_case. Keys of maps and names in the result of
 * `toJSON` stay.
 */
export class ContentWalk {
  /** The objects from the root to the current one, each with its key or index. */
  readonly #ancestors = new Map<object, string | number>();

  /** @param substituteFor  returns the content for objects such as entities; undefined for all others */
  constructor(private readonly substituteFor: (value: object) => Substitute | undefined = () => undefined) {}

  /**
   * All promises inside the value get a handler, also if it cannot be written.
   *
   * @throws UnwritableContentError for a value that contains itself, a promise, or another value that no serializer writes
   */
  write(value: unknown, keepsNames = false): unknown {
    try {
      return this.#write(value, keepsNames, '');
    } catch (error) {
      this.#ancestors.clear();
      handlePromisesIn(value);
      throw error;
    }
  }

  #write(value: unknown, keepsNames: boolean, name: string | number): unknown {
    const kind = unwritableKind(value);
    if (kind) throw this.#unwritable(kind, name);
    if (!isObject(value) || isScalar(value)) return value;
    if (this.#ancestors.has(value)) throw this.#unwritable('cycle', name);
    this.#ancestors.set(value, name);
    const written = this.#convert(value, keepsNames || hasKeptNames(value), name);
    this.#ancestors.delete(value);
    return written;
  }

  #unwritable(kind: UnwritableContentError['kind'], name: string | number): UnwritableContentError {
    return new UnwritableContentError(kind, [...this.#ancestors.values(), name].slice(1));
  }

  #convert(value: object, keepsNames: boolean, name: string | number): unknown {
    const substitute = this.substituteFor(value);
    if (substitute?.isWritten) return this.#verified(substitute.content);
    if (substitute) return this.#write(substitute.content, keepsNames, name);
    if (Array.isArray(value)) return this.#elements(value, keepsNames);
    if (value instanceof Set) return this.#elements([...value], keepsNames);
    if (value instanceof Map) return keepNames(this.#mapped(value, keepsNames));
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.#jsonForm(value, value.toJSON(String(name)), name);
    return this.#members(value, keepsNames ? unchanged : isPlainObject(value) ? literalName : snakeCase);
  }

  #verified(content: unknown): unknown {
    const found = unwritableIn(content);
    if (found) throw new UnwritableContentError(found.kind, [...[...this.#ancestors.values()].slice(1), ...found.path]);
    return content;
  }

  #elements(elements: readonly unknown[], keepsNames: boolean): unknown[] {
    return elements.map((element, index) => this.#write(element, keepsNames, index));
  }

  #mapped(map: ReadonlyMap<unknown, unknown>, keepsNames: boolean): object {
    return Object.fromEntries(
      [...map].map(([key, value]) => [String(key), this.#write(value, keepsNames, String(key))]),
    );
  }

  #jsonForm(value: object, json: unknown, name: string | number): unknown {
    return keepNames(json === value ? this.#members(value, unchanged) : this.#write(json, true, name));
  }

  /** A name whose wire name is taken by another member stays. */
  #members(value: object, rename: Rename): object {
    const members = Object.entries(value).map(([name, inner]) => {
      const wireName = rename(name);
      const isTaken = wireName !== name && Object.hasOwn(value, wireName);
      return [isTaken ? name : wireName, this.#write(inner, rename === unchanged, name)];
    });
    return Object.fromEntries(members);
  }
}

const unchanged: Rename = (name) => name;

function isScalar(value: object): boolean {
  return ArrayBuffer.isView(value) || SCALAR_CLASSES.some((type) => value instanceof type);
}

const SCALAR_CLASSES = [Date, String, Number, Boolean];

const withKeptNames = new WeakSet<object>();

/** Marks an object whose keys are data: they are written unchanged, at any depth. */
export function keepNames<T>(value: T): T {
  if (typeof value === 'object' && value !== null) withKeptNames.add(value);
  return value;
}

function hasKeptNames(value: object): boolean {
  return withKeptNames.has(value);
}
