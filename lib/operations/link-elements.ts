import type { CollectionMetadata } from '../metadata';
import { type Entity, type EntityStore, link, linksBetween, relink } from '../persistence';
import { InvalidEntityError, type Violation } from '../values';
import { ChangeDeniedError } from './errors';
import { mergeLink } from './merge-values';
import type { ExistingChild } from './placed-changes';
import type { TouchedEntities } from './touched-entities';

/**
 * Links entities of a many-to-many collection to their parents if they are not linked yet, and writes the further
 * columns of the join table.
 *
 * @param touched receives the roots of the other side, if they have a collection over the same join table
 * @returns the elements whose link is new or changed
 * @throws InvalidEntityError for required columns of a new link, and columns that must not change
 * @throws ChangeDeniedError when the principal may not change the link
 */
export async function linkElements<T extends ExistingChild>(
  { locks }: EntityStore,
  collection: CollectionMetadata,
  placed: readonly T[],
  touched: TouchedEntities,
): Promise<readonly T[]> {
  const { rows, violations } = await linksOf(collection, placed);
  if (violations.length > 0) throw new InvalidEntityError(violations);
  const changed = rows.filter(({ element, row }) => row && isChanged(element, row));
  const denied = changed.find(({ element }) => element.changes.linking);
  if (denied) throw new ChangeDeniedError(collection.property, denied.element.changes.linking!);
  const unlinked = rows.filter(({ row }) => !row).map(({ element }) => element);
  const written = [...unlinked, ...changed.map(({ element }) => element)];
  touched.addOwningRoots(await locks.lockOtherSides(collection, written.map(linkOf)));
  await link(collection, unlinked.map(linkOf));
  for (const { element, row } of changed) await relink(row!, element.changes.link!.values);
  if (written.length > 0) touched.addLink();
  return written;
}

/** The rows of the join table between elements and their parents, as far as they exist, and what the payload violates. */
async function linksOf<T extends ExistingChild>(collection: CollectionMetadata, placed: readonly T[]) {
  const rowBetween = await linksBetween(
    collection,
    placed.map(({ parent }) => parent),
    placed.map(({ entity }) => entity),
    collection.joinFields.size > 0 ? 'all' : [],
  );
  const rows = placed.map((element) => {
    const row = rowBetween(element.parent, element.entity);
    return { row, ...mergeLink(element, row) };
  });
  const violations = rows.flatMap(({ element, row, violations }) => [...violations, ...violationsOf(element, row)]);
  return { rows, violations };
}

/**
 * What the payloads of elements violate in the columns of the join table.
 *
 * @param areParentsNew whether the parents are not stored yet, so that there are no links
 */
export async function linkViolations(
  collection: CollectionMetadata,
  placed: readonly ExistingChild[],
  areParentsNew: boolean,
): Promise<readonly Violation[]> {
  if (!areParentsNew) return (await linksOf(collection, placed)).violations;
  return placed.flatMap((one) => {
    const { element, violations } = mergeLink(one, undefined);
    return [...violations, ...violationsOf(element, undefined)];
  });
}

function linkOf({ parent, entity, changes }: ExistingChild) {
  return { parent, entity, values: changes.link?.values };
}

/** A new link must have all required columns, and must not set columns that the server sets. */
function violationsOf({ changes, path }: ExistingChild, row: Entity | undefined): readonly Violation[] {
  if (!changes.link) return [];
  const { expectations, missing } = changes.link;
  const unmet = expectations.filter(({ field, isMetBy }) => !isMetBy(row?.get(field)));
  const reason = row ? 'cannot be changed' : 'is set by the server: leave it out';
  const repeated = unmet.map(({ field, given, message = reason }) => {
    return { path: [...path, field], message, invalidValue: given };
  });
  return row ? repeated : [...repeated, ...missing];
}

/** Whether the values differ from those of the row, compared as Sequelize does; the row stays as it is. */
function isChanged({ changes }: ExistingChild, row: Entity): boolean {
  const { values } = changes.link ?? {};
  if (!values || Object.keys(values).length === 0) return false;
  const before = new Map(Object.keys(values).map((name) => [name, row.get(name)]));
  row.set({ ...values });
  const differs = row.changed() !== false;
  if (differs) row.set(Object.fromEntries(before));
  return differs;
}
