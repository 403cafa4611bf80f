import { isPlainObject } from '../../foundation';
import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { EntityKey } from '../../persistence';
import { type Denial, entriesFor, type SecureEntry } from '../../security';
import { codecOf } from '../../values';
import { comparingField } from '../access/reading';
import { isSetBy } from '../access/writable';
import { writingElement, writingField } from '../access/writing';
import { type ChangesDraft, markRefused, newDraft, type Position, type Write } from './changes-draft';
import { wirePath } from './field-path';
import { isChosen, namesEntity } from './names-entity';
import {
  type FieldMember,
  fieldMember,
  knownNames,
  namesInOrder,
  type PayloadMember,
  payloadMembers,
} from './payload-members';
import type { PayloadRules } from './payload-rules';
import { referredField } from './referred-field';

type Path = readonly (string | number)[];

/** Walks through one content and its nested elements; what is wrong with it, the rules gather. */
export class ChangesReader {
  constructor(
    private readonly write: Write,
    private readonly rules: PayloadRules,
  ) {}

  readAt(path: Path, entity: EntityMetadata, content: unknown): Changes {
    const { kind, collections } = this.write;
    const position: Position = { path, kind, collections };
    // The route has been asked for already; whether it is to create or to link, only the payload tells.
    const mayLink = kind === 'create' && collections.at(-1)?.kind === 'manyToMany';
    return mayLink ? this.#readElement(position, content) : this.#read(entity, content, position);
  }

  readAll(entity: EntityMetadata, contents: readonly unknown[]): Changes[] {
    const all = contents.map((content, index) => this.readAt([index], entity, content));
    this.#refuseRepeated([], entity, all);
    return all;
  }

  #read(entity: EntityMetadata, content: unknown, position: Position): Changes {
    const isNamed = namesEntity(entity, content, position, this.write.isUnsaved);
    const named = this.#readDraft(entity, content, position, isNamed);
    if (!isNamed) return named;
    const mayCreate = this.write.access.permits(entriesFor(entity, 'POST'));
    if (mayCreate && isChosen(entity, position)) named.asNew = this.#readAsNew(entity, content, position);
    return named;
  }

  #readAsNew(entity: EntityMetadata, content: unknown, position: Position): Changes['asNew'] {
    const rules = this.rules.apart();
    const asNew: Position = { ...position, kind: 'create' };
    const changes = new ChangesReader(this.write, rules).#readDraft(entity, content, asNew, false);
    return { changes, violations: rules.violations };
  }

  /** @param isNamed whether its key names an entity, in place of being a value */
  #readDraft(entity: EntityMetadata, content: unknown, position: Position, isNamed: boolean): ChangesDraft {
    const before = this.rules.violations.length;
    const draft = newDraft(entity, position, isNamed);
    if (!isPlainObject(content)) {
      this.rules.refuse(draft.path, 'must be an object', content);
      return draft;
    }
    const members = payloadMembers(entity, draft.kind);
    const { isOpen } = this.write.access;
    for (const wireName of namesInOrder(members, content)) {
      const member = members.byName.get(wireName);
      const isPlain = isOpen && member?.kind === 'field' && member.isWritable && !(isNamed && member.isKey);
      if (isPlain) this.#readValue(draft, member, content[wireName], draft.values);
      else this.#readMember(draft, member, wireName, content[wireName]);
    }
    const isNew = draft.kind === 'create' && !draft.isNamed;
    if (isNew) this.rules.requireFields(draft, content, members.missed);
    if (draft.kind === 'create' && draft.isNamed) this.#refuseChildren(draft);
    this.rules.askEntity(draft, isNew);
    if (members.hasValidators) this.rules.askModelLater(draft, isNew && this.rules.violations.length === before);
    return draft;
  }

  #readMember(draft: ChangesDraft, member: PayloadMember | undefined, wireName: string, json: unknown): void {
    if (member?.kind === 'field') this.#readField(draft, member, json);
    else if (member?.kind === 'collection') this.#readCollection(draft, member.collection, json);
    else if (member?.kind === 'reference') this.#readReference(draft, member.reference, json);
    else this.rules.refuseUnknown(draft.path, wireName, knownNames(draft.entity));
  }

  #readField(draft: ChangesDraft, member: FieldMember, json: unknown): void {
    const { field } = member;
    if (member.isKey && draft.isNamed) return this.#readKey(draft, field, json);
    if (member.isWritable) return this.#writeField(draft, member, json);
    if (draft.kind === 'update') {
      this.write.access.demand(this.#comparing(draft, field), this.#nameOf(draft, field));
      return this.#expect(draft, field, json);
    }
    if (json === null) return;
    this.rules.refuse([...draft.path, field.name], 'is set by the server: leave it out', json);
  }

  /** What may be read but not written may be sent back as it was. */
  #writeField(draft: ChangesDraft, member: FieldMember, value: unknown, into = draft.values): void {
    const { access } = this.write;
    if (access.isOpen) return this.#readValue(draft, member, value, into);
    const { field } = member;
    const { entity, collections, kind, isNamed } = draft;
    const method = kind === 'update' || isNamed ? 'PUT' : 'POST';
    const isSet = isSetBy(collections.at(-1), field);
    const entries = isSet ? [] : writingField(field, access.referredBy(entity, field), method, value);
    if (access.permits(entries)) return this.#readValue(draft, member, value, into);
    const name = this.#nameOf(draft, field);
    if (kind !== 'update' || !access.permits(this.#comparing(draft, field))) return access.demand(entries, name);
    this.#expect(draft, field, value, access.denial(entries, name));
  }

  #comparing({ entity, collections }: ChangesDraft, field: FieldMetadata): readonly SecureEntry[] {
    const { access, root } = this.write;
    return access.isOpen ? [] : comparingField(root, collections, entity, field);
  }

  #nameOf({ path }: ChangesDraft, field: FieldMetadata): string {
    return `The field "${this.#placeOf([...path, field.name])}"`;
  }

  #readValue(draft: ChangesDraft, member: FieldMember, json: unknown, into: Record<string, unknown>): void {
    const { field, read, hasRules } = member;
    if (json === null) {
      if (!field.isNullable) return this.rules.refuse([...draft.path, field.name], 'must not be null');
      into[field.name] = null;
      return this.rules.askField(draft, field, null);
    }
    const reading = read(json);
    if ('value' in reading) {
      into[field.name] = reading.value;
      if (hasRules) this.rules.askField(draft, field, reading.value, json);
      return;
    }
    markRefused(draft, field, json);
    this.rules.refuse([...draft.path, field.name], reading.problem, this.rules.shown(field, json));
  }

  /** Sent back as it was read, it changes nothing. */
  #expect(draft: ChangesDraft, field: FieldMetadata, json: unknown, denial?: Denial): void {
    const { read, write } = codecOf(field.type);
    const form = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(write(value)));
    const reading = json === null ? { value: null } : read(json);
    if ('problem' in reading) return this.rules.refuse([...draft.path, field.name], reading.problem, json);
    const given = form(reading.value);
    const expected = { field: field.name, given: json, isMetBy: (stored: unknown) => form(stored) === given, denial };
    draft.expectations = [...draft.expectations, expected];
  }

  #readKey(draft: ChangesDraft, field: FieldMetadata, json: unknown): void {
    const path = [...draft.path, field.name];
    const reading = codecOf(field.type).read(json);
    if ('problem' in reading) return this.rules.refuse(path, reading.problem, json);
    draft.key = reading.value as EntityKey;
    if (this.write.isUnsaved) this.rules.refuse(path, 'is not linked here: use the routes of the collection', json);
  }

  #readCollection(draft: ChangesDraft, collection: CollectionMetadata, json: unknown): void {
    const path = [...draft.path, collection.property];
    if (!collection.nested) {
      return this.rules.refuse(path, 'is not written with its parent: use the routes of the collection');
    }
    if (!Array.isArray(json)) return this.rules.refuse(path, 'must be an array', json);
    const { kind, collections } = draft;
    const below = [...collections, collection];
    const elements = json.map((element, index) =>
      this.#readElement({ path: [...path, index], kind, collections: below, isNested: true }, element),
    );
    this.#refuseRepeated(path, collection.target, elements);
    draft.children = new Map(draft.children).set(collection, elements);
  }

  /** In an update, an element with a key is about that child, and one without is a new one. */
  #readElement(position: Position, element: unknown): Changes {
    const { collections, path } = position;
    const { target } = collections.at(-1)!;
    const isNamed = namesEntity(target, element, position, this.write.isUnsaved);
    const isUpdate = position.kind === 'update' && isNamed;
    const { root, access } = this.write;
    if (!access.isOpen) {
      const hasMore = isPlainObject(element) && Object.keys(element).length > 1;
      const entries = writingElement(root, collections, { write: isUpdate ? 'PUT' : 'POST', isNamed, hasMore });
      access.demand(entries, `The element ${this.#placeOf(path) || 'of the payload'}`);
    }
    return this.#read(target, element, { ...position, kind: isUpdate ? 'update' : 'create' });
  }

  #placeOf(path: Path): string {
    return wirePath(this.write.isAlone ? path.slice(1) : path);
  }

  #refuseChildren({ path, children }: ChangesDraft): void {
    for (const { property } of children.keys()) {
      this.rules.refuse([...path, property], 'is not written with an entity that is only linked: use its own routes');
    }
  }

  #refuseRepeated(path: Path, { key: { name } }: EntityMetadata, elements: readonly Changes[]): void {
    const seen = new Set<string>();
    elements.forEach(({ key }, index) => {
      if (key === undefined) return;
      const text = String(key);
      if (seen.has(text)) {
        this.rules.refuse([...path, index, name], 'is named twice in the array: join the two elements', key);
      }
      seen.add(text);
    });
  }

  /** `{ "id": 5 }` in place of the foreign key. */
  #readReference(draft: ChangesDraft, reference: ReferenceMetadata, json: unknown): void {
    const { property, foreignKey } = reference;
    const path = [...draft.path, property];
    const { entity, kind } = draft;
    const member = fieldMember(entity, kind, entity.fields.get(foreignKey)!);
    if (!member.isWritable) return this.rules.refuse(path, 'cannot be set', json);
    const other = draft.values[foreignKey];
    const refuseContradiction = () => this.rules.refuse(path, `contradicts ${member.field.wireName}`, json);
    if (json === null) {
      return (other ?? null) === null ? this.#writeField(draft, member, null) : refuseContradiction();
    }
    const { wireName } = referredField(reference);
    if (!isPlainObject(json) || !(wireName in json) || Object.keys(json).length > 1) {
      return this.rules.refuse(path, `must be an object with "${wireName}" alone`, json);
    }
    const given: Record<string, unknown> = {};
    this.#writeField(draft, member, json[wireName], given);
    const isOther = foreignKey in given && other !== undefined && String(other) !== String(given[foreignKey]);
    if (isOther) return refuseContradiction();
    Object.assign(draft.values, given);
  }
}
