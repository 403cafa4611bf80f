import Joi from 'joi';
import { Configuration, type ConfigurationKeys } from './configuration';
import { contentKeys, type Limits, type SerializerSetting } from './content-keys';

/** Key and certificate of an https connector; files are relative to the project root. */
export interface SslSettings {
  /** PKCS#12. */
  readonly keyStoreFile?: string;
  readonly keyStorePassword?: string;
  /** Of the private key, when it differs from that of the store. */
  readonly keyPassword?: string;
  /** PEM. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

export interface ConnectorSettings {
  /** 0 takes any free port. */
  readonly port: number;
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly ssl?: SslSettings;
}

/**
 * The configuration of a container, read from `config/container.yml`.
 *
 * @see Specification, "Configuration documents"
 */
export class ContainerConfiguration extends Configuration {
  declare readonly name: string;
  declare readonly basePath: string;
  declare readonly server: {
    readonly connectors: readonly ConnectorSettings[];
    readonly proxy: boolean | number;
    readonly shutdownTimeoutMs: number;
  };
  declare readonly defaultMediaType: string;
  declare readonly serializers: Readonly<Record<string, SerializerSetting>>;
  /** By class name of the application. */
  declare readonly mounts: Readonly<Record<string, string>>;
  /** By class name of the bundle: what the bundle itself reads. */
  declare readonly bundles: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  declare readonly limits: Limits;

  static keys(): ConfigurationKeys {
    return { ...containerOnlyKeys(), ...contentKeys() };
  }
}

/** The keys of a container that applications do not inherit. */
export function containerOnlyKeys(): ConfigurationKeys {
  const path = Joi.string().pattern(/^\/([^\s?#]*[^\s?#/])?\/?$/, 'path');
  return {
    name: Joi.string(),
    basePath: path,
    server: Joi.object({
      connectors: Joi.array().items(connector()).min(1),
      proxy: Joi.alternatives(Joi.boolean(), Joi.number().integer().min(1)),
      shutdownTimeoutMs: Joi.number().integer().min(0),
    }),
    mounts: Joi.object().pattern(Joi.string(), path),
    bundles: Joi.object().pattern(Joi.string(), Joi.object()),
  };
}

function connector(): Joi.Schema {
  const ssl = Joi.object({
    keyStoreFile: Joi.string(),
    keyStorePassword: Joi.string().allow(''),
    keyPassword: Joi.string().allow(''),
    certFile: Joi.string(),
    keyFile: Joi.string(),
  })
    .xor('keyStoreFile', 'certFile')
    .and('certFile', 'keyFile');
  return Joi.object({
    port: Joi.number().port().required(),
    scheme: Joi.string().valid('http', 'https').default('http'),
    host: Joi.string().default('127.0.0.1'),
    ssl,
  }).custom((settings: ConnectorSettings, { message }) => {
    if (settings.scheme === 'https' && !settings.ssl) return message({ custom: '{{#label}} needs ssl for https' });
    if (settings.scheme === 'http' && settings.ssl)
      return message({ custom: '{{#label}} has ssl: write scheme: https' });
    return settings;
  });
}
