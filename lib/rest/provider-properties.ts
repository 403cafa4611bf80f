import { ConfigurationError, type ConfigurationLevel } from '../core';
import { isPlainObject } from '../foundation';
import { propertyName } from '../persistence';

const SECTION = 'db.providerProperties';

/**
 * Removes the prefix `hibernate.` of provider properties: `hibernate.show_sql` becomes `show_sql`.
 *
 * @throws ConfigurationError for a property that has different values with and without the prefix
 */
export function normalizeProviderProperties(level: ConfigurationLevel): ConfigurationLevel {
  const { origin, values } = level;
  const { db } = values;
  if (!isPlainObject(db) || !isPlainObject(db.providerProperties)) return level;
  const providerProperties: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(db.providerProperties)) {
    const name = propertyName(key);
    const first = providerProperties[name] ?? value;
    if (String(first) !== String(value ?? first)) {
      throw new ConfigurationError(
        origin,
        `${SECTION}.${name}`,
        'has different values with and without the prefix "hibernate.": keep one of them.',
      );
    }
    providerProperties[name] = first;
  }
  return { origin, values: { ...values, db: { ...db, providerProperties } } };
}
