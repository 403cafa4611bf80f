import Joi from 'joi';
import { Mistakes } from '../../foundation';
import { nearestHint } from '../../naming';
import { Configuration, type ConfigurationKeys } from './configuration';
import { ConfigurationError } from './configuration-error';
import { type ConfigurationLevel, pick } from './configuration-level';
import { contentKeys, type Limits, type SerializerSetting } from './content-keys';
import { type LogsSection, logsSection } from './logs-section';

/** Key and certificate of an https connector; files are relative to the project root. */
export interface SslSettings {
  /** PKCS#12. */
  readonly keyStoreFile?: string;
  readonly keyStorePassword?: string;
  /** The password of the private key, if it differs from that of the store. */
  readonly keyPassword?: string;
  /** PEM. */
  readonly certFile?: string;
  readonly keyFile?: string;
}

export interface ConnectorSettings {
  /** 0 for any free port. */
  readonly port: number;
  readonly scheme: 'http' | 'https';
  readonly host: string;
  readonly ssl?: SslSettings;
}

/** The port for operators; always http. */
export interface AdminSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
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
    /** Serves health and metrics; none without it. */
    readonly admin?: AdminSettings;
    readonly proxy: boolean | number;
    /** The number of processes that serve the ports; `auto` is one for each core. */
    readonly workers: number | 'auto';
    readonly drainDelayMs: number;
    readonly shutdownTimeoutMs: number;
  };
  /** The pages of the health of the process. */
  declare readonly health: 'off' | { readonly path: string };
  declare readonly defaultMediaType: string;
  declare readonly serializers: Readonly<Record<string, SerializerSetting>>;
  /** Paths by class name of the application. */
  declare readonly mounts: Readonly<Record<string, string>>;
  /** Settings of bundles, by class name. */
  declare readonly bundles: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  declare readonly limits: Limits;
  declare readonly logs: LogsSection;

  static keys(): ConfigurationKeys {
    return { ...containerOnlyKeys(), ...contentKeys(), logs: logsSection };
  }
}

/**
 * Reads the configuration of a container.
 *
 * @param levels  the lowest first; the first has the package's defaults
 * @param known   the keys of the container and of its applications; any when absent
 * @throws ConfigurationError naming file and key, also for an unknown key; SeveralMistakes of these
 */
export function readContainerConfiguration(
  levels: readonly ConfigurationLevel[],
  known: ReadonlySet<string> | undefined,
  file: string,
): ContainerConfiguration {
  if (known) verifyKeys(levels.slice(1), known);
  const keys = new Set(Object.keys(ContainerConfiguration.keys()));
  const own = levels.map((level) => pick(level, (key) => keys.has(key)));
  return Configuration.readLevels(ContainerConfiguration, own, file);
}

function verifyKeys(levels: readonly ConfigurationLevel[], known: ReadonlySet<string>): void {
  const mistakes = new Mistakes();
  for (const { origin, values } of levels) {
    const unknown = Object.keys(values).filter((name) => !known.has(name));
    mistakes.add(...unknown.map((key) => new ConfigurationError(origin, key, unknownKey(key, known))));
  }
  mistakes.report();
}

function unknownKey(key: string, known: ReadonlySet<string>): string {
  return `no application knows this key: remove it, or correct its name${nearestHint(key, known)}.`;
}

/** The keys of a container that applications do not inherit. */
export function containerOnlyKeys(): ConfigurationKeys {
  const path = Joi.string().pattern(/^\/([^\s?#]*[^\s?#/])?\/?$/, 'a path that begins with a slash');
  return {
    name: Joi.string(),
    basePath: path,
    server: Joi.object({
      connectors: Joi.array().items(connector()).min(1),
      admin: Joi.object({ host: Joi.string().default('127.0.0.1'), port: Joi.number().port().required() }),
      proxy: Joi.alternatives(Joi.boolean(), Joi.number().integer().min(1)),
      workers: Joi.alternatives(Joi.number().integer().min(1).max(1024), Joi.valid('auto')),
      drainDelayMs: Joi.number().integer().min(0),
      shutdownTimeoutMs: Joi.number().integer().min(0),
    }),
    health: Joi.object({ path }).allow('off'),
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
