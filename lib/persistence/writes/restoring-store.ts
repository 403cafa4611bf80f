import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { matchesAnyScope } from '../models/association';
import type { Entity, FieldValues } from '../models/domain-model';
import { foreignKeysOf } from '../models/foreign-keys';
import { keyChunks } from '../reads/associated-rows';
import { isDeletedWith } from '../reads/deleted-with-parent';
import type { EntityKey } from '../reads/place';
import { selectEntities } from '../reads/select-entities';
import { type CascadeWay, cascadeWays } from './cascade-ways';
import { restoreEntities } from './restore-entities';
import { distinctKeys, keysAmong } from './verify-references';

/** Rows of one class that come back. */
export interface RestoredRows {
  readonly entity: EntityMetadata;
  readonly rows: readonly Entity[];
}

/** A foreign key that refers to nothing that is there. */
export interface BrokenReference {
  readonly field: string;
  readonly target: EntityMetadata;
  readonly key: EntityKey;
}

/** The questions of a restore to the database. It sees all rows, those outside the scopes of the request too. */
export class RestoringStore {
  constructor(private readonly entities: readonly EntityMetadata[]) {}

  /** {@link restoreEntities} */
  readonly restore = restoreEntities;

  isDeleted(entity: EntityMetadata, row: Entity): boolean {
    const mark = deletionMarkOf(entity);
    return mark !== undefined && (row.get(mark.name) ?? null) !== null;
  }

  /** The rows that one delete has marked together with the given ones, since they belong to them; locked. */
  async deletedWith({ entity, rows }: RestoredRows): Promise<readonly RestoredRows[]> {
    const along: RestoredRows[] = [];
    for (const way of cascadeWays(entity, this.entities)) {
      const found = await rowsAlong(entity, rows, way);
      if (found.length > 0) along.push({ entity: way.target, rows: found });
    }
    return along;
  }

  /** The first foreign key of the rows that refers to what is not there any more. */
  async brokenReference({ entity, rows }: RestoredRows): Promise<BrokenReference | undefined> {
    const values = rows.map((row) => row.get() as FieldValues);
    for (const { field, target, targetField, scopes } of foreignKeysOf(entity, this.entities)) {
      const naming = values.filter((row) => matchesAnyScope(scopes, row));
      const keys = distinctKeys(naming.map((row) => row[field]));
      const there = await keysAmong(target, targetField, keys, { ignoresDefaultScope: true });
      const key = keys.find((one) => !there.has(String(one)));
      if (key !== undefined) return { field, target, key };
    }
    return undefined;
  }
}

async function rowsAlong(
  entity: EntityMetadata,
  rows: readonly Entity[],
  { target, field, referred, scope }: CascadeWay,
): Promise<Entity[]> {
  const parents = new Map(rows.map((row) => [String(row.get(referred)), row]));
  const found: Entity[] = [];
  for (const keys of keyChunks(rows, referred)) {
    const where = { ...scope, [field]: [...keys] };
    found.push(...(await selectEntities(target, where, { lock: true, ignoresDefaultScope: true, deleted: 'only' })));
  }
  return found.filter((row) => {
    const parent = parents.get(String(row.get(field)));
    return parent !== undefined && isDeletedWith({ entity, row: parent }, { entity: target, row });
  });
}
