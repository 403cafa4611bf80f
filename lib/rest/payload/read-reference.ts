import { isPlainObject } from '../../foundation';
import type { ReferenceMetadata } from '../../metadata';
import type { ExpandedReference } from '../../operations';
import { entriesAt } from '../../security';
import { codecOf } from '../../values';
import { readingAssociation } from '../access/reading';
import { AssociationPath } from '../selection/association-path';
import type { ChangesDraft } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { type FieldMember, fieldMember } from './payload-members';
import { keyAlone, readExpanded } from './read-expanded';
import { readField, readWritableField } from './read-field';
import { referredField } from './referred-field';

/**
 * Reads `{ "id": 5 }` or null, in place of the foreign key. Where the payload has both, they have to agree. Further
 * members of the object must be those that responses show, and are compared with them.
 */
export function readReference(
  reader: PayloadReader,
  draft: ChangesDraft,
  reference: ReferenceMetadata,
  json: unknown,
): void {
  const { rules } = reader;
  const { entity, kind } = draft;
  const path = [...draft.path, reference.property];
  const member = fieldMember(entity, kind, entity.fields.get(reference.foreignKey)!);
  const isFixed = !member.isWritable && kind === 'update' && member.field.access === 'readOnly';
  if (!member.isWritable && !isFixed) return rules.reject(path, 'cannot be set', json);
  if (json === null) return readKey(reader, draft, reference, member, { key: null, json });
  const { wireName } = referredField(reference);
  if (!isPlainObject(json) || !(wireName in json)) return rules.reject(path, keyAlone(reference), json);
  const hasMore = Object.keys(json).length > 1;
  const expanded = hasMore ? expandedReference(reader, draft, reference, json) : undefined;
  if (hasMore && !expanded) return rules.reject(path, keyAlone(reference), json);
  readKey(reader, draft, reference, member, { key: json[wireName], json });
  if (expanded) draft.expanded = [...(draft.expanded ?? []), expanded];
}

/** @param sent the key of the reference, null for none, and the whole value for messages */
function readKey(
  reader: PayloadReader,
  draft: ChangesDraft,
  { property, foreignKey }: ReferenceMetadata,
  member: FieldMember,
  { key, json }: { readonly key: unknown; readonly json: unknown },
): void {
  if (!member.isWritable) return readField(reader, draft, member, key);
  const values: Record<string, unknown> = {};
  readWritableField(reader, draft, member, key, values);
  const { [foreignKey]: given } = draft.values;
  if (foreignKey in values && given !== undefined && String(given) !== String(values[foreignKey])) {
    return reader.rules.reject([...draft.path, property], `contradicts ${member.field.wireName}`, json);
  }
  Object.assign(draft.values, values);
}

/** Undefined if the request may not read one of the members, so that their values must not matter. */
function expandedReference(
  reader: PayloadReader,
  { entity, collections, path }: ChangesDraft,
  reference: ReferenceMetadata,
  json: Record<string, unknown>,
): ExpandedReference | undefined {
  const { access, root, isUnsaved } = reader.context;
  const from = AssociationPath.from(entity, collections.at(-1));
  const isReadable = from.associations.get(reference.wireName) === reference;
  const entries = [...entriesAt(root, collections, 'GET'), ...readingAssociation(reference)];
  // An unsaved entity is made without a query.
  if (isUnsaved || !isReadable || !access.permits(entries)) return undefined;
  const key = referredField(reference);
  const sent = json[key.wireName] ?? null;
  const reading = sent === null ? undefined : codecOf(key.type).read(sent);
  if (!reading) return undefined;
  const at = [...path, reference.property];
  const expanded = readExpanded(reader, { path: from.to(reference), at, keyName: key.wireName }, json);
  if (!expanded || 'problem' in reading) return undefined;
  const refusal = { path: at, message: keyAlone(reference) };
  return {
    reference,
    key: reading.value,
    selection: expanded.selection,
    violationsOf: (tree) => (tree ? expanded.violationsOf(tree) : [refusal]),
  };
}
