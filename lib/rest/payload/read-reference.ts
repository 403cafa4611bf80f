import { isPlainObject } from '../../foundation';
import type { ReferenceMetadata } from '../../metadata';
import type { ChangesDraft } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { fieldMember } from './payload-members';
import { writeField } from './read-field';
import { referredField } from './referred-field';

/** `{ "id": 5 }` in place of the foreign key. */
export function readReference(
  reader: PayloadReader,
  draft: ChangesDraft,
  reference: ReferenceMetadata,
  json: unknown,
): void {
  const { rules } = reader;
  const { property, foreignKey } = reference;
  const path = [...draft.path, property];
  const { entity, kind } = draft;
  const member = fieldMember(entity, kind, entity.fields.get(foreignKey)!);
  if (!member.isWritable) return rules.refuse(path, 'cannot be set', json);
  const other = draft.values[foreignKey];
  const refuseContradiction = () => rules.refuse(path, `contradicts ${member.field.wireName}`, json);
  if (json === null) {
    return (other ?? null) === null ? writeField(reader, draft, member, null) : refuseContradiction();
  }
  const { wireName } = referredField(reference);
  if (!isPlainObject(json) || !(wireName in json) || Object.keys(json).length > 1) {
    return rules.refuse(path, `must be an object with "${wireName}" alone`, json);
  }
  const given: Record<string, unknown> = {};
  writeField(reader, draft, member, json[wireName], given);
  const isOther = foreignKey in given && other !== undefined && String(other) !== String(given[foreignKey]);
  if (isOther) return refuseContradiction();
  Object.assign(draft.values, given);
}
