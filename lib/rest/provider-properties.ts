import { ConfigurationError, type Layer } from '../core';
import { isPlainObject } from '../foundation';
import { propertyName } from '../persistence';

const SECTION = 'db.providerProperties';

/**
 * A level of configuration whose provider properties have their own names: `hibernate.show_sql` is `show_sql`.
 *
 * @throws ConfigurationError for a property that the level has by both names, with two values
 */
export function normalizeProviderProperties(level: Layer): Layer {
  const { origin, values } = level;
  const { db } = values;
  if (!isPlainObject(db) || !isPlainObject(db.providerProperties)) return level;
  const providerProperties: Record<string, unknown> = {};
  for (const [written, value] of Object.entries(db.providerProperties)) {
    const name = propertyName(written);
    const other = providerProperties[name] ?? value;
    if (String(other) !== String(value ?? other)) {
      throw new ConfigurationError(
        origin,
        `${SECTION}.${name}`,
        'stands here twice, with and without "hibernate.", and has two values: keep one of them.',
      );
    }
    providerProperties[name] = other;
  }
  return { origin, values: { ...values, db: { ...db, providerProperties } } };
}
