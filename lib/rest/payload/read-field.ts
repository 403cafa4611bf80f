import type { FieldMetadata } from '../../metadata';
import type { Expectation } from '../../operations';
import { computedValue, type Entity, type EntityKey } from '../../persistence';
import type { Denial, SecureEntry } from '../../security';
import { codecOf } from '../../values';
import { comparingField } from '../access/reading';
import { isSetBy } from '../access/writable';
import { writingField } from '../access/writing';
import type { ChangesDraft } from './changes-draft';
import type { PayloadReader } from './content-reader';
import { fieldPlace } from './field-path';
import type { FieldMember } from './payload-members';
import { readValue } from './read-value';

/** Reads what a payload says of a field: a value to write, the key of what is meant, or what is expected to be there. */
export function readField(reader: PayloadReader, draft: ChangesDraft, member: FieldMember, json: unknown): void {
  const { write, rules } = reader;
  const { field } = member;
  if (member.isKey && draft.isNamed) return readKey(reader, draft, field, json);
  if (member.isWritable) return writeField(reader, draft, member, json);
  if (draft.kind === 'update') {
    write.access.demand(comparing(reader, draft, field), fieldPlace(write, draft, field));
    return expect(reader, draft, field, json);
  }
  if (json === null) return;
  rules.refuse([...draft.path, field.name], 'is set by the server: leave it out', json);
}

/** What may be read but not written may be sent back as it was. */
export function writeField(
  reader: PayloadReader,
  draft: ChangesDraft,
  member: FieldMember,
  value: unknown,
  into: Record<string, unknown> = draft.values,
): void {
  const { access } = reader.write;
  if (access.isOpen) return readValue(reader, draft, member, value, into);
  const { field } = member;
  const { entity, collections, kind, isNamed } = draft;
  const method = kind === 'update' || isNamed ? 'PUT' : 'POST';
  const isSet = isSetBy(collections.at(-1), field);
  const own = isSet ? [] : writingField(field, access.referredBy(entity, field), method, value);
  const entries = isSet || !draft.changing ? own : [...draft.changing, ...own];
  if (access.permits(entries)) return readValue(reader, draft, member, value, into);
  const name = fieldPlace(reader.write, draft, field);
  if (kind !== 'update' || !access.permits(comparing(reader, draft, field))) return access.demand(entries, name);
  expect(reader, draft, field, value, access.denial(entries, name));
}

function comparing(
  { write: { access, root } }: PayloadReader,
  { entity, collections }: ChangesDraft,
  field: FieldMetadata,
): readonly SecureEntry[] {
  return access.isOpen ? [] : comparingField(root, collections, entity, field);
}

function expect(
  reader: PayloadReader,
  draft: ChangesDraft,
  field: FieldMetadata,
  json: unknown,
  denial?: Denial,
): void {
  const expected = expectationOf(reader, draft, field, json, denial);
  if (expected) draft.expectations = [...draft.expectations, expected];
}

/** Sent back as it was read, it changes nothing. */
export function expectationOf(
  { rules }: PayloadReader,
  { entity, path }: ChangesDraft,
  field: FieldMetadata,
  json: unknown,
  denial?: Denial,
): Expectation | undefined {
  const { read, write } = codecOf(field.type);
  const form = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(write(value)));
  const reading = json === null ? { value: null } : read(json);
  if ('problem' in reading) {
    rules.refuse([...path, field.name], reading.problem, json);
    return undefined;
  }
  const given = form(reading.value);
  const isMetBy = (stored: unknown) => form(stored) === given;
  const storedIn = field.sources && ((row: Entity) => computedValue(entity, row, field));
  return { field: field.name, given: json, isMetBy, storedIn, denial };
}

function readKey({ write, rules }: PayloadReader, draft: ChangesDraft, field: FieldMetadata, json: unknown): void {
  const path = [...draft.path, field.name];
  const reading = codecOf(field.type).read(json);
  if ('problem' in reading) return rules.refuse(path, reading.problem, json);
  draft.key = reading.value as EntityKey;
  if (write.isUnsaved) rules.refuse(path, 'is not linked here: use the routes of the collection', json);
}
