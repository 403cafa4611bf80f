import type { FieldMetadata } from '../../metadata';
import type { Expectation } from '../../operations';
import { computedValue, type EntityKey, type Row } from '../../persistence';
import type { Denial, SecureEntry } from '../../security';
import { codecOf } from '../../values';
import { comparingField } from '../access/reading';
import { setsField } from '../access/writable';
import { writingField } from '../access/writing';
import type { ChangesDraft } from './changes-draft';
import { comparisonOf } from './comparison-of';
import type { PayloadReader } from './content-reader';
import { mergePatch } from './merge-patch';
import type { FieldMember } from './payload-members';
import { patchesColumn } from './read-merge-patch';
import { readValue } from './read-value';
import { isShownAs, mayBeStored } from './stored-only';
import { fieldSubject } from './wire-path';

/** Reads a field of a payload: a value to write, the key of an existing entity, or the expected stored value. */
export function readField(reader: PayloadReader, draft: ChangesDraft, member: FieldMember, json: unknown): void {
  const { context, rules } = reader;
  const { field } = member;
  if (member.isKey && draft.isNamed) return readKey(reader, draft, field, json);
  if (member.isWritable) return readWritableField(reader, draft, member, json);
  if (draft.kind === 'update') {
    context.access.require(comparingEntries(reader, draft, field), fieldSubject(context, draft, field));
    return addExpectation(reader, draft, field, json);
  }
  if (json === null) return;
  rules.reject([...draft.path, field.name], 'is set by the server: leave it out', json);
}

/**
 * Reads a field that payloads may set. If the request has no permission to change it in an update, the value must equal
 * the stored one, so that clients can send back what they have read.
 */
export function readWritableField(
  reader: PayloadReader,
  draft: ChangesDraft,
  member: FieldMember,
  value: unknown,
  into: Record<string, unknown> = draft.values,
): void {
  const { access } = reader.context;
  if (access.isOpen) return readValue(reader, draft, member, value, into);
  const { field } = member;
  const entries = writingEntries(reader, draft, field, value);
  if (access.permits(entries)) return readValue(reader, draft, member, value, into);
  const subject = fieldSubject(reader.context, draft, field);
  const canCompare = draft.kind === 'update' && access.permits(comparingEntries(reader, draft, field));
  if (!canCompare) return access.require(entries, subject);
  addExpectation(reader, draft, field, value, access.denial(entries, subject));
}

function writingEntries(
  { context: { access } }: PayloadReader,
  { entity, collections, kind, isNamed, changing }: ChangesDraft,
  field: FieldMetadata,
  value: unknown,
): readonly SecureEntry[] {
  if (setsField(collections.at(-1), field)) return [];
  const method = kind === 'update' || isNamed ? 'PUT' : 'POST';
  const entries = writingField(field, access.foreignKeyTargets(entity, field), method, value);
  return changing ? [...changing, ...entries] : entries;
}

function comparingEntries(
  { context: { access, root } }: PayloadReader,
  { entity, collections }: ChangesDraft,
  field: FieldMetadata,
): readonly SecureEntry[] {
  return access.isOpen ? [] : comparingField(root, collections, entity, field);
}

function addExpectation(
  reader: PayloadReader,
  draft: ChangesDraft,
  field: FieldMetadata,
  json: unknown,
  denial?: Denial,
): void {
  const expectation = expectationOf(reader, draft, field, json, denial);
  if (expectation) draft.expectations = [...draft.expectations, expectation];
}

/**
 * The expectation that a field has the value that was sent; undefined for an invalid value.
 *
 * @param denial thrown where the stored value is another one
 */
export function expectationOf(
  reader: PayloadReader,
  { entity, path }: Pick<ChangesDraft, 'entity' | 'path'>,
  field: FieldMetadata,
  json: unknown,
  denial?: Denial,
): Expectation | undefined {
  const { read } = codecOf(field.type);
  const reading = json === null ? { value: null } : read(json);
  if ('problem' in reading) {
    if (mayBeStored(field, json)) return { field: field.name, given: json, isMetBy: isShownAs(field, json), denial };
    reader.rules.reject([...path, field.name], reading.problem, json);
    return undefined;
  }
  const { value } = reading;
  const isSame = comparisonOf(field.type);
  const isMetBy = patchesColumn(reader, field, json)
    ? (stored: unknown) => isSame(mergePatch(stored, value), stored)
    : (stored: unknown) => isSame(value, stored);
  const storedIn = field.sources && ((row: Row) => computedValue(entity, row, field));
  return { field: field.name, given: json, isMetBy, storedIn, denial };
}

function readKey({ context, rules }: PayloadReader, draft: ChangesDraft, field: FieldMetadata, json: unknown): void {
  const path = [...draft.path, field.name];
  const reading = codecOf(field.type).read(json);
  if ('problem' in reading) return rules.reject(path, reading.problem, json);
  draft.key = reading.value as EntityKey;
  if (context.isUnsaved) rules.reject(path, 'cannot be linked here: use the routes of the collection', json);
}
