import { isPlainObject } from '../../foundation';
import type { FieldMetadata } from '../../metadata';
import type { MergedColumn } from '../../operations';
import { valueToPatch } from '../../persistence';
import type { Violation } from '../../values';
import { comparingField } from '../access/reading';
import type { ChangesDraft } from './changes-draft';
import { fieldViolations } from './constraints';
import type { PayloadReader } from './content-reader';
import { forbiddenKeyIn, mergePatch } from './merge-patch';
import type { FieldMember } from './payload-members';

/** Whether a value of a merge patch is a patch of a JSON column; any other value replaces that of the column. */
export function patchesColumn({ context }: PayloadReader, { type }: FieldMetadata, json: unknown): boolean {
  return context.isMergePatch === true && type.kind === 'json' && isPlainObject(json);
}

/**
 * The column that a patch of a stored entity changes. The value is known only with the row, under the lock of its root,
 * so that the limits and rules of the column are checked then.
 *
 * @param patch read as a value of the column already
 */
export function mergedColumn(
  { context: { access, root } }: PayloadReader,
  { entity, collections }: ChangesDraft,
  member: FieldMember,
  patch: unknown,
): MergedColumn {
  const { field } = member;
  const isShown = field.access !== 'writeOnly' && access.permits(comparingField(root, collections, entity, field));
  return {
    field: field.name,
    merge(row) {
      const value = mergePatch(row && valueToPatch(entity, row, field), patch);
      const violations = mergedViolations(member, value);
      return { value, violations: isShown || violations.length === 0 ? violations : [hidden(field)] };
    },
  };
}

function mergedViolations({ field, read, hasConstraints }: FieldMember, value: unknown): readonly Violation[] {
  const path = [field.name];
  const key = forbiddenKeyIn(value);
  if (key !== undefined)
    return [{ path, message: `must not have the key "${key}", which is stored: send null for it` }];
  const reading = read(value);
  if ('problem' in reading) return [{ path, message: reading.problem }];
  if (!hasConstraints) return [];
  return fieldViolations(field, value).map(({ path: sentPath, message }) => ({ path, sentPath, message }));
}

/** A path into the merged value, or a rule over several members, would tell what is stored. */
function hidden({ name }: FieldMetadata): Violation {
  return { path: [name], message: 'is not valid together with the stored value' };
}
