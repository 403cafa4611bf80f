import type { SequelizeOptions } from 'sequelize-typescript';
import type { Dialect } from './database-url';
import { PersistenceError } from './errors';
import { withoutLiterals } from './statements/hidden-values';

export const SCHEMA_MODES = ['none', 'validate', 'update', 'create', 'create-drop'] as const;
export type SchemaMode = (typeof SCHEMA_MODES)[number];

type Properties = Readonly<Record<string, string | number | boolean | null>>;

/** What persistence providers of other languages need and Sequelize settles by itself. */
const WITHOUT_MEANING = /(^|\.)(dialect|current_session_context_class)$/;

/** Names may carry the prefix of another provider: `hibernate.show_sql` is `show_sql`. */
function property(properties: Properties, name: string): string | number | boolean | null | undefined {
  return properties[name] ?? properties[`hibernate.${name}`];
}

/** Reads `hbm2ddl.auto`; `none` when absent. @throws PersistenceError SCHEMA_MODE_UNKNOWN */
export function schemaModeOf(properties: Properties): SchemaMode {
  const mode = property(properties, 'hbm2ddl.auto') ?? 'none';
  const known = SCHEMA_MODES.find((candidate) => candidate === mode);
  if (!known) throw new PersistenceError('SCHEMA_MODE_UNKNOWN', [String(mode)]);
  return known;
}

/** The Sequelize options that the provider properties stand for. */
export function sequelizeOptionsOf(
  properties: Properties,
  dialect: Dialect,
  log: (line: string) => void,
): SequelizeOptions {
  for (const name of Object.keys(properties)) {
    if (WITHOUT_MEANING.test(name)) log(`db.providerProperties.${name} has no meaning here and is passed over.`);
  }
  const shows = isOn(property(properties, 'show_sql')) || isOn(property(properties, 'format_sql'));
  const naming = String(property(properties, 'naming_strategy') ?? 'underscored');
  return {
    logging: shows ? (sql) => log(withoutLiterals(sql, dialect)) : false,
    define: { underscored: !/camel|as_?is|legacy/i.test(naming) },
  };
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true';
}
