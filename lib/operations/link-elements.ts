import type { CollectionMetadata } from '../metadata';
import { type Entity, type EntityStore, link, linksBetween, relink } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import { ChangeDeniedError } from './errors';
import type { PlacedChild, PlacedEntity } from './placed-changes';
import type { TouchedEntities } from './touched-entities';

type Linked = PlacedChild & PlacedEntity;

/**
 * Links entities of a many-to-many collection to their parents, as far as they are not linked yet, and lets the rows of
 * the join table say what the elements do.
 *
 * @param touched takes the roots of the other side, where the links are those of a collection of theirs, too
 * @returns those of which a link is new or changed
 * @throws InvalidEntityError for columns that a new link lacks, and those that must not change
 * @throws ChangeDeniedError where who asks may not change the link
 */
export async function linkNew<T extends Linked>(
  { locks }: EntityStore,
  collection: CollectionMetadata,
  placed: readonly T[],
  touched: TouchedEntities,
): Promise<readonly T[]> {
  const rowBetween = await linksBetween(
    collection,
    placed.map(({ parent }) => parent),
    placed.map(({ entity }) => entity),
    collection.joinFields.size > 0 ? 'all' : [],
  );
  const rows = placed.map((one) => ({ one, row: rowBetween(one.parent, one.entity) }));
  const violations = rows.flatMap(({ one, row }) => violationsOf(one, row));
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const changed = rows.filter(({ one, row }) => row && isChanged(one, row));
  const denied = changed.find(({ one }) => one.changes.linking);
  if (denied) throw new ChangeDeniedError(collection.property, denied.one.changes.linking!);
  const unlinked = rows.filter(({ row }) => !row).map(({ one }) => one);
  const written = [...unlinked, ...changed.map(({ one }) => one)];
  touched.addHolders(await locks.lockOtherSides(collection, written.map(linkOf)));
  await link(collection, unlinked.map(linkOf));
  for (const { one, row } of changed) await relink(row!, one.changes.link!.values);
  if (written.length > 0) touched.addLink();
  return written;
}

function linkOf({ parent, entity, changes }: Linked) {
  return { parent, entity, values: changes.link?.values };
}

/** A new link needs what it lacks, and has nothing yet that could be repeated. */
function violationsOf({ changes, path }: Linked, row: Entity | undefined): readonly Violation[] {
  if (!changes.link) return [];
  const { expectations, missing } = changes.link;
  const unmet = expectations.filter(({ field, isMetBy }) => !isMetBy(row?.get(field)));
  const message = row ? 'cannot be changed' : 'is set by the server: leave it out';
  const repeated = unmet.map(({ field, given }) => ({ path: [...path, field], message, invalidValue: given }));
  return row ? repeated : [...repeated, ...missing];
}

function isChanged({ changes }: Linked, row: Entity): boolean {
  const { values } = changes.link ?? {};
  if (!values || Object.keys(values).length === 0) return false;
  const before = new Map(Object.keys(values).map((name) => [name, row.get(name)]));
  row.set({ ...values });
  const isOther = row.changed() !== false;
  if (isOther) row.set(Object.fromEntries(before));
  return isOther;
}
