import Joi from 'joi';
import { type Application, ApplicationConfiguration, type ConfigurationLevel } from '../core';
import {
  type DataSourceConfiguration,
  IMPLICIT_NAMING_KEY,
  namingProblem,
  PROVIDER_PROPERTIES,
  SCHEMA_MODES,
  TLS_MODES,
} from '../persistence';
import { type SecuritySection, securitySection } from '../security';
import { type AdminSection, adminSection } from './admin/admin-section';
import { type ConcurrencySection, concurrencySection } from './concurrency/concurrency-section';
import { type IdempotencySection, idempotencySection } from './idempotency/idempotency-section';
import { normalizeProviderProperties } from './provider-properties';

/** The section `db`: the data source, and the modules of the domain classes. */
export interface DatabaseSection extends DataSourceConfiguration {
  /** Accepted for compatibility; the URL determines the driver. */
  readonly driverClass?: string;
  /**
   * What requires that its server can be reached: the `start`, which fails otherwise, or each `request` that needs it, which
   * is then rejected with 503.
   */
  readonly required: 'start' | 'request';
  /** Directories or globs of modules, relative to the module root. */
  readonly packagesToScan: readonly string[];
}

/** The section `bulk`: several entities in one request. */
export interface BulkSection {
  /** The largest number of ids in a path, and of the elements of all arrays in a payload times the ids; else 413. */
  readonly maxItems: number;
  /** If one of several ids is missing: `report` it in `Missing-Ids`, or `reject` the whole request with 404. */
  readonly missing: 'report' | 'reject';
}

/** The section `deletes`: soft-deleted entities. */
export interface DeletesSection {
  /** Whether requests with read access get 410 instead of 404. */
  readonly gone: boolean;
}

/** The section `previews`: writes with `Prefer: preview`. */
export interface PreviewsSection {
  /** If false, such writes are rejected with 400. */
  readonly allowed: boolean;
}

/** The section `batches`: several writes inside one aggregate in one request. */
export interface BatchesSection {
  /** Whether there are routes for batches. */
  readonly allowed: boolean;
}

/** The section `search`: the query parameters of reads. */
export interface SearchSection {
  /** The highest `per_page`; else 400. */
  readonly maxPerPage: number;
  /** The default of `per_page`; at most `maxPerPage`. */
  readonly defaultPerPage: number;
  /** Whether unknown parameters are rejected with 400 or ignored. */
  readonly unknownParameters: 'reject' | 'ignore';
  /** The largest number of tables that the conditions of one query read; else 400. */
  readonly maxTables: number;
}

/** The configuration of an application whose routes come from a domain model. */
export class AggregateConfiguration extends ApplicationConfiguration {
  declare readonly db: DatabaseSection;
  declare readonly bulk: BulkSection;
  declare readonly search: SearchSection;
  declare readonly deletes: DeletesSection;
  declare readonly concurrency: ConcurrencySection;
  declare readonly idempotency: IdempotencySection;
  declare readonly previews: PreviewsSection;
  declare readonly batches: BatchesSection;
  declare readonly security: SecuritySection;
  declare readonly admin: AdminSection;

  static override keys(): Record<string, Joi.Schema> {
    return {
      ...super.keys(),
      db: databaseSection,
      bulk: bulkSection,
      search: searchSection,
      deletes: deletesSection,
      concurrency: concurrencySection,
      idempotency: idempotencySection,
      previews: switchSection,
      batches: switchSection,
      security: securitySection,
      admin: adminSection,
    };
  }

  static normalize(level: ConfigurationLevel): ConfigurationLevel {
    return normalizeProviderProperties(level);
  }
}

/** An application with a domain model, as its plugins see it. */
export type AggregateApplication = Application<AggregateConfiguration>;

const milliseconds = Joi.number().integer().min(0);

const bulkSection = Joi.object({
  maxItems: Joi.number().integer().min(1),
  missing: Joi.string().valid('report', 'reject'),
});

const searchSection = Joi.object({
  maxPerPage: Joi.number().integer().min(1),
  defaultPerPage: Joi.number().integer().min(1),
  unknownParameters: Joi.string().valid('reject', 'ignore'),
  // MariaDB and MySQL join 61 tables at most; the parents in a path and the scopes need some too.
  maxTables: Joi.number().integer().min(1).max(50),
});

const switchSection = Joi.object({ allowed: Joi.boolean() });

const deletesSection = Joi.object({ gone: Joi.boolean() });

const scalar = Joi.alternatives(Joi.string(), Joi.number(), Joi.boolean());

function namingStrategy(key: Parameters<typeof namingProblem>[0]): Joi.Schema {
  return Joi.string().custom((text: string, helpers) => {
    const problem = namingProblem(key, text);
    return problem === undefined ? text : helpers.message({ custom: '{{#label}} {{#problem}}' }, { problem });
  });
}

const providerProperties = Joi.object({
  ...Object.fromEntries(PROVIDER_PROPERTIES.map((name) => [name, scalar])),
  'hbm2ddl.auto': Joi.string().valid(...SCHEMA_MODES),
  show_sql: Joi.boolean(),
  format_sql: Joi.boolean(),
  naming_strategy: namingStrategy('naming_strategy'),
  [IMPLICIT_NAMING_KEY]: namingStrategy(IMPLICIT_NAMING_KEY),
  timezone: Joi.string(),
});

/** A placeholder makes a boolean a text. */
const sslSection = Joi.object({
  mode: Joi.string()
    .valid(...TLS_MODES)
    .insensitive(),
  ca: Joi.string(),
  cert: Joi.string(),
  key: Joi.string(),
  passphrase: Joi.string(),
  minVersion: Joi.string().valid('TLSv1.2', 'TLSv1.3'),
}).allow(true, false, 'true', 'false');

const databaseSection = Joi.object({
  url: Joi.string().required().messages({
    'any.required': '{{#label}} is required (mysql://…, mariadb://…, sqlite:path or sqlite::memory:)',
  }),
  required: Joi.string().valid('start', 'request'),
  driverClass: Joi.string(),
  username: Joi.string(),
  password: Joi.string().allow(''),
  ssl: sslSection,
  timezone: Joi.string(),
  statementTimeoutMs: milliseconds,
  lockWaitMs: milliseconds.positive(),
  connectTimeoutMs: milliseconds.positive(),
  pool: Joi.object({
    max: Joi.number().integer().min(1),
    min: Joi.number().integer().min(0),
    acquireMs: milliseconds,
    idleMs: milliseconds,
    maxLockWaits: Joi.number().integer().min(1),
  }),
  providerProperties,
  packagesToScan: Joi.array().items(Joi.string()),
  migrations: Joi.object({ folder: Joi.string(), onStart: Joi.boolean(), waitMs: milliseconds }),
}).required();
