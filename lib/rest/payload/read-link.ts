import { entriesAt } from '../../security';
import { writingField } from '../access/writing';
import type { ChangesDraft, LinkDraft } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { fieldPlace } from './field-path';
import type { FieldMember } from './payload-members';
import { expectationOf } from './read-field';
import { readValue } from './read-value';

/** What the join table says of an element takes the right to link it, not to update it. */
export function readLink(
  reader: PayloadReader,
  draft: ChangesDraft,
  { field, ...member }: FieldMember,
  json: unknown,
): void {
  const { access, root } = reader.write;
  const link = linkIn(draft);
  const method = draft.kind === 'update' ? 'PUT' : 'POST';
  if (!access.isOpen) {
    const name = fieldPlace(reader.write, draft, field);
    access.demand(writingField(field, [], method, json), name);
    draft.linking ??= access.denial(entriesAt(root, draft.collections, 'POST'), name);
  }
  if (member.isWritable) return readValue(reader, draft, { ...member, field }, json, link.values);
  const expected = expectationOf(reader, draft, field, json);
  if (expected) link.expectations = [...link.expectations, expected];
}

/** What a new link lacks: whether it is new, may be told by what is stored alone. */
export function requireLink(
  { rules }: PayloadReader,
  draft: ChangesDraft,
  members: ReadonlyMap<string, FieldMember>,
  isNew: boolean,
): void {
  const given = draft.link?.values ?? {};
  const lacking = [...members.values()].filter(({ field, isWritable }) => {
    const isNeeded = isWritable && !field.isNullable && !field.hasDefault;
    return isNeeded && !(field.name in given) && !draft.refused.has(field.name);
  });
  const violations = lacking.map(({ field }) => ({ path: [...draft.path, field.name], message: 'is required' }));
  if (isNew) rules.add(violations);
  else if (violations.length > 0) linkIn(draft).missing = violations;
}

function linkIn(draft: ChangesDraft): LinkDraft {
  draft.link ??= { values: {}, expectations: [], missing: [] };
  return draft.link;
}
