import Joi from 'joi';
import { Configuration, type ConfigurationKeys } from './configuration';
import { contentKeys, type Limits, type SerializerSetting } from './content-keys';

/**
 * The configuration of an application, read from its YAML file; extend it for keys of your own.
 *
 * @example
 * ```ts
 * class ShopConfiguration extends ApplicationConfiguration {
 *   declare readonly currency: string;
 *   static override keys() {
 *     return { ...super.keys(), currency: Joi.string().length(3).default('EUR') };
 *   }
 * }
 * ```
 * @see Specification, "Configuration documents"
 */
export class ApplicationConfiguration extends Configuration {
  /** In snake_case. */
  declare readonly name: string;
  declare readonly defaultMediaType: string;
  /** By media type. */
  declare readonly serializers: Readonly<Record<string, SerializerSetting>>;
  declare readonly limits: Limits;

  static keys(): ConfigurationKeys {
    return {
      name: Joi.string()
        .pattern(/^[a-z][a-z0-9_]*$/, 'in snake_case')
        .required(),
      ...contentKeys(),
    };
  }
}
