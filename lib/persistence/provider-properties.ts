import type { SequelizeOptions } from 'sequelize-typescript';
import type { Dialect } from './dialects/dialect';
import { PersistenceError } from './errors';
import { IMPLICIT_NAMING_KEY, NAMING_KEYS, namingStrategyOf } from './naming-strategy';
import { redactLiterals } from './statements/redact-literals';

export const SCHEMA_MODES = ['none', 'validate', 'update', 'create', 'create-drop'] as const;
export type SchemaMode = (typeof SCHEMA_MODES)[number];

type Properties = Readonly<Record<string, string | number | boolean | null>>;

/** The optional prefix of properties. */
const PREFIX = 'hibernate.';

/** Properties that are accepted for compatibility and have no effect. */
export const IGNORED_PROPERTIES = ['dialect', 'current_session_context_class', IMPLICIT_NAMING_KEY] as const;

/** All known properties. */
export const PROVIDER_PROPERTIES: readonly string[] = [
  'hbm2ddl.auto',
  'show_sql',
  'format_sql',
  'naming_strategy',
  'timezone',
  ...IGNORED_PROPERTIES,
];

/** The name that a property is read as: `hibernate.show_sql` is `show_sql`, `ejb.naming_strategy` is `naming_strategy`. */
export function propertyName(name: string): string {
  const bare = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
  if (NAMING_KEYS.some((key) => key === bare)) return NAMING_KEYS[0];
  return PROVIDER_PROPERTIES.includes(bare) ? bare : name;
}

/** Reads `hbm2ddl.auto`; `none` when absent. @throws PersistenceError SCHEMA_MODE_UNKNOWN */
export function schemaModeOf(properties: Properties): SchemaMode {
  const mode = properties['hbm2ddl.auto'] ?? 'none';
  const known = SCHEMA_MODES.find((candidate) => candidate === mode);
  if (!known) throw new PersistenceError('SCHEMA_MODE_UNKNOWN', [String(mode)]);
  return known;
}

/** The Sequelize options of the provider properties. */
export function sequelizeOptionsOf(
  properties: Properties,
  { syntax }: Dialect,
  log: (line: string) => void,
): SequelizeOptions {
  for (const name of IGNORED_PROPERTIES) {
    if (name in properties) log(`db.providerProperties.${name} has no effect and is ignored.`);
  }
  const isLogging = isOn(properties.show_sql) || isOn(properties.format_sql);
  return {
    logging: isLogging ? (sql) => log(redactLiterals(sql, syntax)) : false,
    define: { underscored: namingStrategyOf(properties) === 'snake_case' },
  };
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true';
}
