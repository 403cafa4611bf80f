import { writingField } from '../access/writing';
import type { ChangesDraft, LinkDraft } from './changes-draft';
import type { PayloadReader } from './content-reader';
import type { FieldMember } from './payload-members';
import { expectationOf } from './read-field';
import { readValue } from './read-value';
import { fieldSubject } from './wire-path';

/** Reads a field of the join table, which requires the right to link the element, not to update it. */
export function readLinkField(reader: PayloadReader, draft: ChangesDraft, member: FieldMember, json: unknown): void {
  const { access, root } = reader.context;
  const { field } = member;
  const link = linkOf(draft);
  if (!access.isOpen) {
    const subject = fieldSubject(reader.context, draft, field);
    const method = draft.kind === 'update' ? 'PUT' : 'POST';
    access.require(writingField(field, [], method, json), subject);
    draft.linking ??= access.denial(access.writesAt(root, draft.collections).POST, subject);
  }
  if (member.isWritable) return readValue(reader, draft, member, json, link.values);
  const expectation = expectationOf(reader, draft, field, json);
  if (expectation) link.expectations = [...link.expectations, expectation];
}

/** Requires the fields of a new link. For an existing entity, the stored rows decide later whether the link is new. */
export function requireLinkFields(
  { rules }: PayloadReader,
  draft: ChangesDraft,
  members: ReadonlyMap<string, FieldMember>,
  isNew: boolean,
): void {
  const { values = {}, merging = [] } = draft.link ?? {};
  const missing = [...members.values()].filter(({ field, isWritable }) => {
    const isRequired = isWritable && !field.isNullable && !field.hasDefault;
    const isSent = field.name in values || merging.some((column) => column.field === field.name);
    return isRequired && !isSent && !draft.invalid.has(field.name);
  });
  const violations = missing.map(({ field }) => ({ path: [...draft.path, field.name], message: 'is required' }));
  if (isNew) rules.add(violations);
  else if (violations.length > 0) linkOf(draft).missing = violations;
}

function linkOf(draft: ChangesDraft): LinkDraft {
  draft.link ??= { values: {}, expectations: [], missing: [] };
  return draft.link;
}
