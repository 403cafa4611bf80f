import { isPlainObject, Mistakes, ownValue } from '../../foundation';
import { ConfigurationError } from './configuration-error';

type Values = ConfigurationLevel['values'];

/** One level of a configuration, before it is merged. */
export interface ConfigurationLevel {
  /** The file, or `code`. */
  readonly origin: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The merged levels. */
export interface Merged {
  readonly values: Values;
  /** The origin of each value, by dotted key. */
  readonly origins: ReadonlyMap<string, string>;
}

/** Merges levels, the later ones winning: objects by key, other values whole. Null keeps the lower value. */
export function mergeLevels(levels: readonly ConfigurationLevel[]): Merged {
  const origins = new Map<string, string>();
  const values = levels.reduce<Values>((below, { origin, values }) => merge(below, values, '', origin, origins), {});
  return { values, origins };
}

/** Returns the level with only the top-level keys that pass the filter. */
export function pick({ origin, values }: ConfigurationLevel, keys: (key: string) => boolean): ConfigurationLevel {
  return { origin, values: Object.fromEntries(Object.entries(values).filter(([key]) => keys(key))) };
}

/**
 * Replaces `${NAME}` and `${NAME:-default}` by environment variables; `$${` becomes `${`.
 *
 * @throws ConfigurationError for a variable that is neither set nor has a default; SeveralMistakes of these
 */
export function substitute({ origin, values }: ConfigurationLevel, environment: NodeJS.ProcessEnv): ConfigurationLevel {
  const mistakes = new Mistakes();
  const missing = (key: string, problem: string) => mistakes.add(new ConfigurationError(origin, key, problem));
  const at = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return expand(value, environment, (problem) => missing(key, problem));
    if (Array.isArray(value)) return value.map((element, index) => at(element, `${key}.${index}`));
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, at(inner, dotted(key, name))]));
  };
  const substituted = at(values, '') as Values;
  mistakes.report();
  return { origin, values: substituted };
}

function merge(below: Values, above: Values, path: string, origin: string, origins: Map<string, string>): Values {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    if (value === null || value === undefined || key === '__proto__') continue;
    const at = dotted(path, key);
    if (!isPlainObject(value) || Object.keys(value).length === 0) origins.set(at, origin);
    merged[key] = isPlainObject(value)
      ? merge(isPlainObject(merged[key]) ? merged[key] : {}, value, at, origin, origins)
      : value;
  }
  return merged;
}

function expand(text: string, environment: NodeJS.ProcessEnv, report: (problem: string) => void): string {
  return text.replace(
    /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?(\}?)/g,
    (whole, name?: string, fallback?: string, end?: string) => {
      if (!name) return '${';
      if (!end) return whole;
      const set = ownValue(environment, name);
      const value = set || (fallback ?? set);
      if (value === undefined) {
        report(`the environment variable ${name} is not set: set it, or write ${whole.slice(0, -1)}:-default}.`);
      }
      return value ?? whole;
    },
  );
}

function dotted(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}
