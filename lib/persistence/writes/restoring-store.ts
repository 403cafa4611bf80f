import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { matchesAnyScope } from '../models/association';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';
import { foreignKeysOf } from '../models/foreign-keys';
import { keyChunks } from '../reads/associated-rows';
import { isDeletedWith } from '../reads/deleted-with-parent';
import { keyLookup } from '../reads/key-lookup';
import type { EntityKey } from '../reads/place';
import { selectEntities } from '../reads/select-entities';
import { type CascadeKey, cascadeKeys } from './cascade-keys';
import { distinctKeys, keysAmong } from './keys-among';
import { restoreEntities } from './restore-entities';

/** Rows of one class to be restored. */
export interface RestoredRows {
  readonly entity: EntityMetadata;
  readonly rows: readonly Entity[];
}

/** A foreign key that refers to no existing row. */
export interface BrokenReference {
  readonly field: string;
  readonly target: EntityMetadata;
  readonly key: EntityKey;
}

/** The queries and writes of a restore. They include rows outside the scopes of the request. */
export class RestoringStore {
  constructor(private readonly entities: readonly EntityMetadata[]) {}

  /** {@link restoreEntities} */
  readonly restore = restoreEntities;

  isDeleted(entity: EntityMetadata, row: Entity): boolean {
    const mark = deletionMarkOf(entity);
    return mark !== undefined && (row.get(mark.name) ?? null) !== null;
  }

  /** Locks the rows that were deleted together with the given ones. */
  async deletedWith({ entity, rows }: RestoredRows): Promise<readonly RestoredRows[]> {
    const dependents: RestoredRows[] = [];
    for (const key of cascadeKeys(entity, this.entities)) {
      const found = await dependentRows(entity, rows, key);
      if (found.length > 0) dependents.push({ entity: key.target, rows: found });
    }
    return dependents;
  }

  /** The first foreign key of the rows that refers to a row that no longer exists. */
  async brokenReference({ entity, rows }: RestoredRows): Promise<BrokenReference | undefined> {
    const values = rows.map((row) => row.get() as FieldValues);
    for (const { field, target, targetField, scopes } of foreignKeysOf(entity, this.entities)) {
      const referring = values.filter((row) => matchesAnyScope(scopes, row));
      const keys = distinctKeys(referring.map((row) => row[field]));
      const existing = await keysAmong(target, targetField, keys, { ignoresDefaultScope: true });
      const key = keys.find((one) => !existing.has(String(one)));
      if (key !== undefined) return { field, target, key };
    }
    return undefined;
  }
}

async function dependentRows(
  entity: EntityMetadata,
  rows: readonly Entity[],
  { target, field, referred, scope }: CascadeKey,
): Promise<Entity[]> {
  const parents = new Map(rows.map((row) => [String(row.get(referred)), row]));
  const found: Entity[] = [];
  for (const keys of keyChunks(rows, referred)) {
    const where = { ...scope, [field]: [...keys] };
    found.push(...(await selectEntities(target, where, { lock: true, ignoresDefaultScope: true, deleted: 'only' })));
  }
  const link = { from: { model: modelOf(target.type), field }, to: { model: modelOf(entity.type), field: referred } };
  const foreignKeyOf = (row: Entity) => row.get(field);
  const keyOf = await keyLookup(link, found.map(foreignKeyOf), parents.keys());
  return found.filter((row) => {
    const parent = parents.get(keyOf(foreignKeyOf(row)));
    return parent !== undefined && isDeletedWith({ entity, row: parent }, { entity: target, row });
  });
}
