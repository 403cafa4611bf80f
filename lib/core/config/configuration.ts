import type Joi from 'joi';
import { isPlainObject } from '../../foundation';
import { checkValues } from './check-values';
import { type Layer, mergeLayers, substitute } from './layer';

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
  respell?(level: Layer): Layer;
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
   * @param layers  the first has the package's defaults
   * @param file    the file that errors name for a missing key
   * @throws ConfigurationError naming the file of an invalid value; SeveralMistakes of these
   */
  static readLayers<C extends Configuration>(
    Class: ConfigurationClass<C>,
    layers: readonly Layer[],
    file: string,
    environment: NodeJS.ProcessEnv = process.env,
  ): C {
    const respell = (layer: Layer) => Class.respell?.(layer) ?? layer;
    const merged = mergeLayers(layers.map((layer) => respell(substitute(layer, environment))));
    const values = checkValues(merged, Class.keys(), layers, file);
    const configuration = Object.assign(new Class(), values);
    configuration.#origins = merged.origins;
    return configuration;
  }
}

function entriesOf(values: Layer['values'], path: string): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const key = path ? `${path}.${name}` : name;
    return isPlainObject(value) ? entriesOf(value, key) : [[key, value]];
  });
}
