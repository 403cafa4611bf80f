import { isPlainObject } from '../foundation';

const ID = /(^|_)ids?$/;
const TOKEN = /(^|_)(token|version|tag|etag)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Copies content and replaces the values that differ between runs by stable names: ids (`id 1`), instants (`instant 1`),
 * and UUIDs, tokens and versions (`token 1`). Equal values get the same name.
 */
export function forSnapshot(content: unknown): unknown {
  return new StableNames().replaceIn(content, '');
}

class StableNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  replaceIn(value: unknown, key: string): unknown {
    if (Array.isArray(value)) return value.map((element) => this.replaceIn(element, key));
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.replaceIn(member, name)]));
    }
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    const kind = kindOf(value, key);
    return kind ? this.#nameOf(kind, String(value)) : value;
  }

  #nameOf(kind: string, value: string): string {
    const known = this.#names.get(`${kind} ${value}`);
    if (known) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind} ${count}`;
    this.#names.set(`${kind} ${value}`, name);
    return name;
  }
}

function kindOf(value: unknown, key: string): string | undefined {
  if (ID.test(key)) return 'id';
  if (typeof value === 'string' && INSTANT.test(value)) return 'instant';
  return TOKEN.test(key) || (typeof value === 'string' && UUID.test(value)) ? 'token' : undefined;
}
