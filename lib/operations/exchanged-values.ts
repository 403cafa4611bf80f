import type { EntityMetadata } from '../metadata';
import {
  classifyDatabaseError,
  type Entity,
  type EntityStore,
  type FieldValues,
  type UniqueIndex,
  uniqueIndexesOf,
} from '../persistence';
import { ValuesExchangedError } from './errors';
import type { PlacedEntity } from './placed-changes';
import { indexText } from './unique-values';

/** Rows whose unique values are taken by rows that are written before them. */
interface Exchange {
  /** The rows that have to give up their values first, by a nullable field of the index that the payload sets. */
  readonly holders: ReadonlyMap<string, readonly Entity[]>;
  /** An index without such a field. */
  readonly fixed?: UniqueIndex;
}

/**
 * Runs the updates of rows of one class, one after the other. Where unique values change places between the rows, they
 * are set to null first, by one statement for each field.
 *
 * @throws ValuesExchangedError if no column of the unique index may be null
 */
export async function exchangingValues<T>(
  store: EntityStore,
  entity: EntityMetadata,
  placed: readonly PlacedEntity[],
  update: () => Promise<T>,
): Promise<T> {
  const { holders, fixed } = exchangeIn(entity, placed);
  const given = [...holders].flatMap(([field, rows]) => rows.map((row) => ({ field, row, value: row.get(field) })));
  for (const [field, rows] of holders) await store.setPlainly(entity, field, rows, null);
  const result = fixed ? await explaining(entity, fixed, update) : await update();
  // A hook may have set the former value again, which is not a change for the instance.
  for (const { field, row, value } of given) {
    if (String(row.get(field)) === String(value)) await store.setPlainly(entity, field, [row], value);
  }
  return result;
}

function exchangeIn(entity: EntityMetadata, placed: readonly PlacedEntity[]): Exchange {
  const holders = new Map<string, Entity[]>();
  let fixed: UniqueIndex | undefined;
  for (const index of uniqueIndexesOf(entity)) {
    if (!placed.some(({ changes: { values } }) => index.some((name) => name in values))) continue;
    for (const holder of holdersOf(index, placed)) {
      const field = index.find((name) => entity.fields.get(name)!.isNullable && isSet(holder, name));
      if (field === undefined) fixed = index;
      else holders.set(field, [...(holders.get(field) ?? []), holder.entity]);
    }
  }
  return { holders, fixed };
}

/** The rows whose values in an index are taken by a row before them. */
function holdersOf(index: UniqueIndex, placed: readonly PlacedEntity[]): PlacedEntity[] {
  const before = placed.map(({ entity }) => indexText(index, entity.get() as FieldValues));
  const after = placed.map(({ entity, changes }) => indexText(index, { ...entity.get(), ...changes.values }));
  const leaving = new Map(
    before.flatMap((text, at) => (text !== undefined && text !== after[at] ? [[text, at] as const] : [])),
  );
  const taken = after.flatMap((text, at) => {
    const holder = text === undefined || text === before[at] ? undefined : leaving.get(text);
    return holder !== undefined && holder > at ? [placed[holder]!] : [];
  });
  return [...new Set(taken)];
}

function isSet({ entity, changes: { values } }: PlacedEntity, name: string): boolean {
  return name in values && String(values[name]) !== String(entity.get(name));
}

async function explaining<T>(entity: EntityMetadata, index: UniqueIndex, update: () => Promise<T>): Promise<T> {
  try {
    return await update();
  } catch (cause) {
    if (classifyDatabaseError(cause)?.kind !== 'unique') throw cause;
    const visible = index.filter((name) => entity.fields.get(name)!.access !== 'hidden');
    throw new ValuesExchangedError(entity, visible, { cause });
  }
}
