import type { ModelAttributeColumnOptions } from 'sequelize';
import { deletionMarkOf, type EntityMetadata } from '../../metadata';
import { decimalsOf } from '../models/date-precision';
import { withoutDefaultScope } from '../models/default-scope';
import { type DomainModel, modelOf } from '../models/domain-model';
import { keyChunks } from '../reads/associated-rows';
import { staticsOf } from '../sequelize/model-class';
import { cascadeKeys } from './cascade-keys';
import type { RestoredRows } from './restoring-store';

/**
 * The time of a soft delete, by which a restore recognises the rows that were deleted together: rounded to the coarsest of
 * their columns, and later than that of any child that was deleted before.
 *
 * @param marked the rows that are about to be deleted, by class
 */
export async function deletionTime(
  marked: readonly RestoredRows[],
  entities: readonly EntityMetadata[],
): Promise<Date | undefined> {
  if (marked.length === 0) return undefined;
  const tick = Math.max(...marked.map(({ entity }) => tickOf(entity)));
  const now = cut(Date.now(), tick);
  const last = await lastBelow(marked, entities);
  return new Date(last < now ? now : cut(last, tick) + tick);
}

/** The latest time at which a child of the rows was deleted before; 0 if none was. */
async function lastBelow(marked: readonly RestoredRows[], entities: readonly EntityMetadata[]): Promise<number> {
  let last = 0;
  for (const { entity, rows } of marked) {
    for (const { target, field, referred, scope } of cascadeKeys(entity, entities)) {
      const model = withoutDefaultScope(modelOf(target.type));
      const mark = deletionMarkOf(target)!.name;
      for (const keys of keyChunks(rows, referred)) {
        const where = { ...scope, [field]: [...keys] };
        const latest: unknown = await staticsOf(model).max(mark, { where, paranoid: false });
        if (latest instanceof Date) last = Math.max(last, latest.getTime());
      }
    }
  }
  return last;
}

const MILLISECOND_DECIMALS = 3;

/** The precision, in milliseconds, of the column of a class for soft deletes. */
function tickOf(entity: EntityMetadata): number {
  const model = modelOf(entity.type) as DomainModel;
  const column = model.getAttributes()[deletionMarkOf(entity)!.name] as ModelAttributeColumnOptions;
  return 10 ** Math.max(0, MILLISECOND_DECIMALS - decimalsOf(column));
}

function cut(time: number, tick: number): number {
  return Math.floor(time / tick) * tick;
}
