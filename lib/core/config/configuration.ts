import Joi from 'joi';
import { isPlainObject } from '../../foundation';
import { ConfigurationError } from './configuration-error';
import { type Layer, type Merged, mergeLayers, substitute, type Values } from './layer';

export type ConfigurationKeys = Record<string, Joi.Schema>;

/** A value of a configuration and where it came from. */
export interface ConfigurationEntry {
  /** Dotted: `limits.body`. */
  readonly key: string;
  readonly value: unknown;
  /** The file, `code`, or `computed` for what no level says. */
  readonly origin: string;
}

/** A class of configuration: constructed without arguments, then given its values by key. */
export interface ConfigurationClass<C extends Configuration> {
  new (): C;
  /** What each top-level key may hold. */
  keys(): ConfigurationKeys;
}

/** What is common to the configurations of containers and applications: checked values that know their origin. */
export abstract class Configuration {
  #origins: ReadonlyMap<string, string> = new Map();

  /** Every single value, by dotted key, with its origin. */
  describe(): readonly ConfigurationEntry[] {
    return entriesOf({ ...(this as object) }, '').map(([key, value]) => ({ key, value, origin: this.#originOf(key) }));
  }

  #originOf(key: string): string {
    return this.#origins.get(key) ?? 'computed';
  }

  /**
   * Merges levels, the lowest first, and checks the result.
   *
   * @param file  where a key that is missing is to be added
   * @throws ConfigurationError naming the file of the first value that is wrong
   */
  static readLayers<C extends Configuration>(
    Class: ConfigurationClass<C>,
    layers: readonly Layer[],
    file: string,
    environment: NodeJS.ProcessEnv = process.env,
  ): C {
    const merged = mergeLayers(layers.map((layer) => substitute(layer, environment)));
    const values = check(merged, Class.keys(), file);
    const configuration = Object.assign(new Class(), values);
    configuration.#origins = merged.origins;
    return configuration;
  }
}

function check({ values, origins }: Merged, keys: ConfigurationKeys, file: string): Values {
  const { error, value } = Joi.object(keys).validate(values);
  if (!error) return value;
  const [detail] = error.details;
  const key = detail?.path.join('.') ?? '';
  const problem = detail?.type === 'object.unknown' ? unknownKey(key, keys) : `${withoutKey(error.message)}.`;
  // Joi's error is no cause to hand on: it holds the whole configuration, with its passwords.
  throw new ConfigurationError(originOf(key, origins) ?? file, key, problem);
}

function unknownKey(key: string, keys: ConfigurationKeys): string {
  if (key.includes('.')) return 'this key is not known: remove it, or correct its name.';
  return `this key is not known: remove it, or correct its name; known are ${Object.keys(keys).sort().join(', ')}.`;
}

/** Joi puts the key in quotes before its message; ours stands there already. */
function withoutKey(message: string): string {
  return message.replace(/^"[^"]*" /, '');
}

/** Of the value itself, or of the first one inside it. */
function originOf(key: string, origins: ReadonlyMap<string, string>): string | undefined {
  for (let path = key; path; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const exact = origins.get(path);
    if (exact) return exact;
    const inside = [...origins.keys()].find((candidate) => candidate.startsWith(`${path}.`));
    if (inside) return origins.get(inside);
  }
  return undefined;
}

function entriesOf(values: Values, path: string): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const key = path ? `${path}.${name}` : name;
    return isPlainObject(value) ? entriesOf(value, key) : [[key, value]];
  });
}
