import { randomBytes } from 'node:crypto';
import { type AggregateMetadata, type MetadataRegistry, versionFieldOf } from '../metadata';
import { type DatabaseTagKey, PersistenceError } from '../persistence';
import type { AggregateApplication } from './aggregate-configuration';
import { RowDigests } from './concurrency/row-digests';

/** Whether the database must hold the key of entity tags: a root has tags and no version, and no key is configured. */
export function needsTagKey(application: AggregateApplication, registry: MetadataRegistry): boolean {
  return application.configuration.concurrency.tagSecret === undefined && unversioned(application, registry).length > 0;
}

/**
 * The digests of rows with the key of the configuration or of the database. Without either, for tables that the start
 * leaves alone, the key is that of this process.
 *
 * @param stored undefined if the database has no table for it
 * @throws PersistenceError TAG_KEY_UNREADABLE, TAG_KEY_MISSING if a root requires `If-Match`
 */
export async function rowDigestsOf(
  application: AggregateApplication,
  registry: MetadataRegistry,
  stored: DatabaseTagKey | undefined,
): Promise<RowDigests> {
  const { tagSecret } = application.configuration.concurrency;
  const key = tagSecret ?? (await stored?.read());
  if (key !== undefined) return new RowDigests(key);
  const roots = unversioned(application, registry);
  const strict = roots.find((aggregate) => modeOf(application, aggregate) === 'required');
  if (strict) throw new PersistenceError('TAG_KEY_MISSING', [strict.root.name]);
  if (roots.length > 0) application.logger.warn(processKeyLine(roots));
  return new RowDigests(randomBytes(32).toString('hex'));
}

function unversioned(application: AggregateApplication, { aggregates }: MetadataRegistry): AggregateMetadata[] {
  return aggregates.filter(
    (aggregate) =>
      aggregate.root.isKeyed &&
      versionFieldOf(aggregate.root) === undefined &&
      modeOf(application, aggregate) !== 'off',
  );
}

function modeOf({ configuration }: AggregateApplication, { concurrency }: AggregateMetadata) {
  return concurrency ?? configuration.concurrency.ifMatch;
}

function processKeyLine(roots: readonly AggregateMetadata[]): string {
  const names = roots.map(({ root }) => root.name).join(', ');
  return `Other processes reject the entity tags of ${names}, which have no version, since the key of the tags is not in the database: create the table koaggregate_tag_keys (see docs/consistency.md), or set concurrency.tagSecret.`;
}
