import { type OwnInstance, usesDatabase } from './adoption/own-instances';
import type { DataSourceConfiguration } from './data-source-configuration';
import type { DatabaseUrl } from './database-url';
import { PersistenceError } from './errors';
import { optionsOf } from './sequelize/sequelize-instance';
import { isSameZone, type TimeZone, timeZoneOf } from './time-zone';

/** A zone with the place that names it, for messages. */
interface NamedZone {
  readonly place: string;
  readonly zone: TimeZone;
}

/**
 * The time zone of a database: that of the settings, which have to agree, and of the Sequelize instances of adopted models.
 *
 * @returns undefined if nothing names one
 * @throws PersistenceError TIMEZONE_UNKNOWN, TIMEZONES_DIFFER, TIMEZONE_UNSUPPORTED
 */
export function zoneOfDatabase(
  { timezone, providerProperties }: DataSourceConfiguration,
  url: DatabaseUrl,
  instances: readonly OwnInstance[],
): TimeZone | undefined {
  const zones = [
    ...zonesAt('db.timezone', timezone),
    ...url.options.zones.flatMap(({ place, zone }) => zonesAt(place, zone)),
    ...zonesAt('db.providerProperties.timezone', providerProperties.timezone),
    ...instances
      .filter(({ sequelize }) => usesDatabase(sequelize, url))
      .flatMap(({ sequelize, model }) => zonesAt(`the Sequelize instance of ${model}`, optionsOf(sequelize).timezone)),
  ];
  const [first] = zones;
  if (!first) return undefined;
  const other = zones.find(({ zone }) => !isSameZone(zone, first.zone));
  if (other)
    throw new PersistenceError('TIMEZONES_DIFFER', [first.place, first.zone.name, other.place, other.zone.name]);
  if (!url.dialect.values.hasZones && !first.zone.isUtc) {
    throw new PersistenceError('TIMEZONE_UNSUPPORTED', [first.place, first.zone.name]);
  }
  return first.zone;
}

function zonesAt(place: string, text: unknown): NamedZone[] {
  if (text === undefined || text === null) return [];
  const zone = timeZoneOf(String(text));
  if (!zone) throw new PersistenceError('TIMEZONE_UNKNOWN', [place, String(text)]);
  return [{ place, zone }];
}
