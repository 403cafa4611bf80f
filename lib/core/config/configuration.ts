import type Joi from 'joi';
import { isPlainObject } from '../../foundation';
import { checkValues } from './check-values';
import { type ConfigurationLevel, mergeLevels, substitute } from './configuration-level';

export type ConfigurationKeys = Record<string, Joi.Schema>;

/** A value of a configuration and its origin. */
export interface ConfigurationEntry {
  /** Dotted: `limits.body`. */
  readonly key: string;
  readonly value: unknown;
  /** The file, `code`, or `computed` for a value that no level sets. */
  readonly origin: string;
}

/** A configuration class: constructed without arguments, then assigned its values by key. */
export interface ConfigurationClass<C extends Configuration> {
  new (): C;
  /** A schema for each top-level key. */
  keys(): ConfigurationKeys;
  /** Normalizes the keys of one level to the spelling of `keys()`, before levels are merged. */
  normalize?(level: ConfigurationLevel): ConfigurationLevel;
}

/** The base of container and application configurations: checked values and their origins. */
export abstract class Configuration {
  #origins: ReadonlyMap<string, string> = new Map();

  /** Returns all values by dotted key, with their origins. */
  describe(): readonly ConfigurationEntry[] {
    return entriesOf({ ...(this as object) }, '').map(([key, value]) => ({ key, value, origin: this.#originOf(key) }));
  }

  #originOf(key: string): string {
    return this.#origins.get(key) ?? 'computed';
  }

  /**
   * Merges the levels, the lowest first, and checks the result.
   *
   * @internal
   * @param levels  the first has the package's defaults
   * @param file    the file that errors name for a missing key
   * @throws ConfigurationError naming the file of an invalid value; SeveralMistakes of these
   */
  static readLevels<C extends Configuration>(
    Class: ConfigurationClass<C>,
    levels: readonly ConfigurationLevel[],
    file: string,
    environment: NodeJS.ProcessEnv = process.env,
  ): C {
    const normalize = (level: ConfigurationLevel) => Class.normalize?.(level) ?? level;
    const merged = mergeLevels(levels.map((level) => normalize(substitute(level, environment))));
    const values = checkValues(merged, Class.keys(), levels, file);
    const configuration = Object.assign(new Class(), values);
    configuration.#origins = merged.origins;
    return configuration;
  }
}

function entriesOf(values: ConfigurationLevel['values'], path: string): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const key = path ? `${path}.${name}` : name;
    return isPlainObject(value) ? entriesOf(value, key) : [[key, value]];
  });
}
