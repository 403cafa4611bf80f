import { isPlainObject } from '../../foundation';
import type { ReferenceMetadata } from '../../metadata';
import type { ChangesDraft } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { fieldMember } from './payload-members';
import { readWritableField } from './read-field';
import { referredField } from './referred-field';

/** Reads `{ "id": 5 }` or null, in place of the foreign key. Where the payload has both, they have to agree. */
export function readReference(
  reader: PayloadReader,
  draft: ChangesDraft,
  reference: ReferenceMetadata,
  json: unknown,
): void {
  const { rules } = reader;
  const { property, foreignKey } = reference;
  const { entity, kind } = draft;
  const path = [...draft.path, property];
  const member = fieldMember(entity, kind, entity.fields.get(foreignKey)!);
  if (!member.isWritable) return rules.reject(path, 'cannot be set', json);
  const contradiction = `contradicts ${member.field.wireName}`;
  const foreignKeyValue = draft.values[foreignKey];
  if (json === null) {
    if ((foreignKeyValue ?? null) !== null) return rules.reject(path, contradiction, json);
    return readWritableField(reader, draft, member, null);
  }
  const { wireName } = referredField(reference);
  if (!isPlainObject(json) || !(wireName in json) || Object.keys(json).length > 1) {
    return rules.reject(path, `must be an object with "${wireName}" alone`, json);
  }
  const values: Record<string, unknown> = {};
  readWritableField(reader, draft, member, json[wireName], values);
  const isContradiction =
    foreignKey in values && foreignKeyValue !== undefined && String(foreignKeyValue) !== String(values[foreignKey]);
  if (isContradiction) return rules.reject(path, contradiction, json);
  Object.assign(draft.values, values);
}
