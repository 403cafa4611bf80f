import { isObject, isPlainObject } from '../../foundation';
import { literalName, snakeCase } from '../../naming';

/** The content that is written in place of an object. */
export interface Substitute {
  readonly content: unknown;
  /** Whether it is plain already; else the walk goes on in it. */
  readonly isWritten: boolean;
}

type Rename = (name: string) => string;

/**
 * Makes plain content of a value, at any depth: arrays of arrays and sets, objects of literals, maps and instances.
 *
 * The fields of an instance and the camelCase identifiers of a literal become snake_case. The keys of a map stay, and so
 * do the names in what an object says of itself by `toJSON`.
 */
export class ContentWalk {
  /** The objects on the way down to where the walk is, each with the name that leads to it. */
  readonly #way = new Map<object, string | number>();

  /** @param substituteFor what stands for an object in content, such as an entity; undefined for all others */
  constructor(private readonly substituteFor: (value: object) => Substitute | undefined = () => undefined) {}

  /** @throws ContentCycleError for a value that holds itself */
  write(value: unknown, keepsNames = false, name: string | number = ''): unknown {
    if (!isObject(value) || isOneValue(value)) return value;
    if (this.#way.has(value)) throw new ContentCycleError([...this.#way.values(), name]);
    this.#way.set(value, name);
    const written = this.#written(value, keepsNames || hasKeptNames(value), name);
    this.#way.delete(value);
    return written;
  }

  #written(value: object, keepsNames: boolean, name: string | number): unknown {
    const substitute = this.substituteFor(value);
    if (substitute?.isWritten) return substitute.content;
    if (substitute) return this.write(substitute.content, keepsNames, name);
    if (Array.isArray(value)) return this.#elements(value, keepsNames);
    if (value instanceof Set) return this.#elements([...value], keepsNames);
    if (value instanceof Map) return keepNames(this.#mapped(value, keepsNames));
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.#said(value, value.toJSON(String(name)), name);
    return this.#members(value, keepsNames ? asItIs : isPlainObject(value) ? literalName : snakeCase);
  }

  #elements(elements: readonly unknown[], keepsNames: boolean): unknown[] {
    return elements.map((element, index) => this.write(element, keepsNames, index));
  }

  #mapped(map: ReadonlyMap<unknown, unknown>, keepsNames: boolean): object {
    return Object.fromEntries(
      [...map].map(([key, value]) => [String(key), this.write(value, keepsNames, String(key))]),
    );
  }

  #said(value: object, said: unknown, name: string | number): unknown {
    return keepNames(said === value ? this.#members(value, asItIs) : this.write(said, true, name));
  }

  /** Of two names that become the same, the one that is written so already has it; the other stays. */
  #members(value: object, rename: Rename): object {
    const members = Object.entries(value).map(([name, inner]) => {
      const wireName = rename(name);
      const isTaken = wireName !== name && Object.hasOwn(value, wireName);
      return [isTaken ? name : wireName, this.write(inner, rename === asItIs, name)];
    });
    return Object.fromEntries(members);
  }
}

/** The content of a response contains itself. */
export class ContentCycleError extends Error {
  override readonly name = 'ContentCycleError';

  /** @param path from the content down to where it is met again */
  constructor(path: readonly (string | number)[]) {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : step && `.${step}`)).join('');
    super(
      `The content contains itself at ${place.replace(/^\./, '') || 'its top'}: return only the parts that a client needs.`,
    );
  }
}

const asItIs: Rename = (name) => name;

function isOneValue(value: object): boolean {
  return ArrayBuffer.isView(value) || ONE_VALUE.some((type) => value instanceof type);
}

const ONE_VALUE = [Date, String, Number, Boolean];

const kept = new WeakSet<object>();

/** Says that the names in an object are data, at any depth: they are written as they are. */
export function keepNames<T>(value: T): T {
  if (typeof value === 'object' && value !== null) kept.add(value);
  return value;
}

function hasKeptNames(value: object): boolean {
  return kept.has(value);
}
