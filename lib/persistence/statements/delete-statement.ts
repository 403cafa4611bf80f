import { OptimisticLockError } from 'sequelize';
import type { DomainModel } from '../models/domain-model';
import { versionFieldOf } from '../sequelize/model-class';

/** The query options by which the DELETE of an instance is recognized. */
export interface InstanceStatement {
  readonly type?: string;
  readonly instance?: { readonly constructor: unknown };
}

/** Whether a statement deletes an instance with a version. */
export function isVersionedDelete({ type, instance }: InstanceStatement): boolean {
  return type === 'DELETE' && !!instance && versionFieldOf(instance.constructor as DomainModel) !== undefined;
}

/**
 * Sends the DELETE of an instance with a version. Sequelize itself does not check that a row was deleted.
 *
 * @param send sends the statement with additional options and returns the number of rows
 * @throws OptimisticLockError when the row was changed or deleted since it was read
 */
export async function deleteVersioned(
  { instance }: InstanceStatement,
  send: (options: { readonly type: 'BULKDELETE' }) => Promise<unknown>,
): Promise<void> {
  const deleted = await send({ type: 'BULKDELETE' });
  if (deleted !== 0) return;
  const { name } = instance!.constructor as DomainModel;
  throw new OptimisticLockError({ modelName: name, message: `Attempting to delete a stale model instance: ${name}` });
}
