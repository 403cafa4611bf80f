import { OptimisticLockError } from 'sequelize';
import type { DomainModel } from '../models/domain-model';

/** The part of Sequelize's options that identifies the DELETE of an instance. */
export interface InstanceStatement {
  readonly type?: string;
  readonly instance?: { readonly constructor: unknown };
}

/** Whether a statement deletes an instance by its key and its version. */
export function isVersionedDelete({ type, instance }: InstanceStatement): boolean {
  return type === 'DELETE' && (instance?.constructor as DomainModel | undefined)?._versionAttribute !== undefined;
}

/**
 * Sends the DELETE of an instance with a version. Sequelize does not look whether there was such a row.
 *
 * @param send sends the statement with other options, and gives the number of rows
 * @throws OptimisticLockError as `save` does, when the row was changed or deleted meanwhile
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
