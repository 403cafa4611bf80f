import { isPlainObject } from '../foundation';

const ID = /(^|_)ids?$/;
const TOKEN = /(^|_)(token|version|tag|etag)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * A copy of content in which values that differ from run to run have stable names: ids (`id 1`), instants (`instant 1`),
 * and UUIDs, tokens and versions (`token 1`). The same value has the same name wherever it stands.
 */
export function neutral(content: unknown): unknown {
  return new Names().of(content, '');
}

class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  of(value: unknown, key: string): unknown {
    if (Array.isArray(value)) return value.map((one) => this.of(one, key));
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.of(one, name)]));
    }
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    const kind = kindOf(value, key);
    return kind ? this.#named(kind, String(value)) : value;
  }

  #named(kind: string, value: string): string {
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
