import type Joi from 'joi';
import { isPlainObject } from '../../foundation';
import { checkValues } from './check-values';
import { type Layer, mergeLayers, substitute } from './layer';

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
  /** A schema for each top-level key. */
  keys(): ConfigurationKeys;
  /** One level with each key as `keys()` spells it, before it is put over others. Absent: they are spelled in one way. */
  respell?(level: Layer): Layer;
}

/** The base of the configurations of containers and applications: checked values that know their origin. */
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
   * @param layers  the first has the package's defaults, which nobody but the package corrects
   * @param file    where a key that is missing is to be added
   * @throws ConfigurationError naming the file of a value that is wrong; SeveralMistakes of these
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
