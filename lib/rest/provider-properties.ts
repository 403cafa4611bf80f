import { ConfigurationError, type ConfigurationLevel } from '../core';
import { isPlainObject } from '../foundation';
import { knownStrategy, propertyName } from '../persistence';

const SECTION = 'db.providerProperties';

/** A property as a level has it. */
interface Property {
  readonly key: string;
  readonly value: unknown;
}

/**
 * Renames provider properties to their short names: `hibernate.show_sql` becomes `show_sql`.
 *
 * @throws ConfigurationError for a property that has different values under two names
 */
export function normalizeProviderProperties(level: ConfigurationLevel): ConfigurationLevel {
  const { origin, values } = level;
  const { db } = values;
  if (!isPlainObject(db) || !isPlainObject(db.providerProperties)) return level;
  const properties = new Map<string, Property>();
  for (const [key, value] of Object.entries(db.providerProperties)) {
    const name = propertyName(key);
    const first = properties.get(name);
    if (first !== undefined && !isSame(name, first.value, value)) throw contradiction(origin, first, { key, value });
    if ((first?.value ?? null) === null) properties.set(name, { key, value });
  }
  const providerProperties = Object.fromEntries([...properties].map(([name, { value }]) => [name, value]));
  return { origin, values: { ...values, db: { ...db, providerProperties } } };
}

/** A key without a value says nothing. */
function isSame(name: string, first: unknown, second: unknown): boolean {
  const [one, other] = [String(first ?? second), String(second ?? first)];
  if (one === other) return true;
  return name === 'naming_strategy' && (knownStrategy(one) ?? one) === (knownStrategy(other) ?? other);
}

function contradiction(origin: string, first: Property, second: Property): ConfigurationError {
  const problem = `is "${second.value}", and ${first.key} is "${first.value}", which is the same property: keep one of them.`;
  return new ConfigurationError(origin, `${SECTION}.${second.key}`, problem);
}
