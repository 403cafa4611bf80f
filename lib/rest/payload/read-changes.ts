import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import {
  below,
  type EntityKey,
  type FieldValues,
  InvalidEntityError,
  modelViolations,
  type Violation,
  withDefaults,
} from '../../persistence';
import { codecOf } from '../values/codec-of';
import { entityViolations, fieldViolations } from './constraints';
import { isObject, knownNames, membersInOrder, requireAtMost } from './payload-members';
import { isKnown, isRequired, isWritable, type WriteKind } from './writable';

type Path = readonly (string | number)[];

/** What a payload is read for. */
export interface Write {
  readonly kind: WriteKind;
  /** Where the entity is written, if it is a child: its parent's key need not be named. */
  readonly collection?: CollectionMetadata;
  /** Elements of an array, at most. */
  readonly maxItems: number;
  /** Whether the entity stays in memory for now, so that it cannot link those that are stored. */
  readonly isUnsaved?: boolean;
}

/**
 * Turns the content of a create or update into changes by domain name, typed as the columns are.
 *
 * Nothing is dropped in silence: unknown fields, fields that the server sets, wrong types, missing values, and what
 * constraints and the model's validators refuse of the whole payload, nested children included, are violations of one
 * error. Rules over several fields wait in an update for the stored entity: see `Changes.violationsOf`.
 *
 * @throws InvalidEntityError with all violations
 * @throws ContentTooLargeException for a nested array above the ceiling
 * @see Specification, "Generated CRUD routes": POST and PUT
 */
export async function readChanges(entity: EntityMetadata, content: unknown, write: Write): Promise<Changes> {
  const reader = new ChangesReader(write);
  const changes = reader.read(entity, content, { path: [], kind: write.kind, collection: write.collection });
  await reader.askModels();
  reader.finish();
  return changes;
}

/** {@link readChanges} without the model's validators. */
export function readChangesAlone(entity: EntityMetadata, content: unknown, write: Write): Changes {
  const reader = new ChangesReader(write);
  const changes = reader.read(entity, content, { path: [], kind: write.kind, collection: write.collection });
  reader.finish();
  return changes;
}

/**
 * {@link readChanges} for each element of an array.
 *
 * @throws InvalidEntityError with all violations of all elements; paths begin with the index of the element
 */
export async function readAllChanges(
  entity: EntityMetadata,
  contents: readonly unknown[],
  write: Write,
): Promise<Changes[]> {
  requireAtMost(write.maxItems, contents);
  const reader = new ChangesReader(write);
  const changes = contents.map((content, index) =>
    reader.read(entity, content, { path: [index], kind: write.kind, collection: write.collection }),
  );
  await reader.askModels();
  reader.finish();
  return changes;
}

/** Where in a payload an entity is read, and what for. */
interface Position {
  readonly path: Path;
  readonly kind: WriteKind;
  readonly collection?: CollectionMetadata;
  /** Whether it is an element of its parent's payload. */
  readonly isNested?: boolean;
}

/** The parts of {@link Changes} while they are gathered. */
interface Draft extends Position {
  readonly entity: EntityMetadata;
  readonly values: Record<string, unknown>;
  readonly expectations: Changes['expectations'][number][];
  readonly children: Map<CollectionMetadata, readonly Changes[]>;
  key?: EntityKey;
  /** Fields whose value is wrong, as it was sent. */
  readonly refused: Map<string, unknown>;
  violationsOf?: Changes['violationsOf'];
}

/** Values for the validators of a model; `isWhole`: there are no others, and none was refused. */
interface Question {
  readonly draft: Draft;
  readonly isWhole: boolean;
}

class ChangesReader {
  readonly violations: Violation[] = [];
  readonly #questions: Question[] = [];

  constructor(private readonly write: Write) {}

  async askModels(): Promise<void> {
    for (const { draft, isWhole } of this.#questions) {
      this.violations.push(...below(draft.path, await modelViolations(draft.entity, draft.values, isWhole)));
    }
  }

  /** @throws InvalidEntityError */
  finish(): void {
    if (this.violations.length > 0) throw new InvalidEntityError(this.violations);
  }

  read(entity: EntityMetadata, content: unknown, position: Position): Changes {
    const before = this.violations.length;
    const draft: Draft = {
      ...position,
      entity,
      values: {},
      expectations: [],
      children: new Map(),
      refused: new Map(),
    };
    if (!isObject(content)) {
      this.#refuse(draft.path, 'must be an object', content);
      return draft;
    }
    for (const [wireName, json] of membersInOrder(entity, content)) this.#readMember(draft, wireName, json);
    const isNew = draft.kind === 'create' && draft.key === undefined;
    if (isNew) this.#requireFields(draft, content);
    if (draft.kind === 'create' && draft.key !== undefined) this.#refuseChildren(draft);
    this.#askEntity(draft, isNew);
    this.#questions.push({ draft, isWhole: isNew && this.violations.length === before });
    return draft;
  }

  /** Asks the rules over several fields: now for a new entity, later for one that has to be merged with what is stored. */
  #askEntity(draft: Draft, isNew: boolean): void {
    const { entity, path, values, refused } = draft;
    if (entity.constraints.length === 0) return;
    if (!isNew) draft.violationsOf = (merged: FieldValues) => entityViolations(entity, merged);
    else this.violations.push(...below(path, entityViolations(entity, withDefaults(entity, values), refused)));
  }

  #readMember(draft: Draft, wireName: string, json: unknown): void {
    const { entity, path } = draft;
    const name = entity.wireNames.toDomain(wireName) ?? '';
    const field = entity.fields.get(name);
    const nested = entity.collections.get(name);
    const reference = entity.references.get(name);
    if (field && isKnown(field)) this.#readField(draft, field, json);
    else if (nested && !nested.isHidden) this.#readCollection(draft, nested, json);
    else if (reference && !reference.isHidden) this.#readReference(draft, reference, json);
    else this.#refuse([...path, wireName], `is not known; known are ${knownNames(entity).join(', ')}`);
  }

  #readField(draft: Draft, field: FieldMetadata, json: unknown): void {
    const { entity, kind, collection, isNested = false } = draft;
    if (isWritable(entity, field, kind)) return this.#readValue(draft, field, json, draft.values);
    if (kind === 'update') {
      return isNested && field === entity.key ? this.#readKey(draft, field, json) : this.#expect(draft, field, json);
    }
    if (json === null) return;
    if (collection?.kind === 'manyToMany' && field === entity.key) return this.#readKey(draft, field, json);
    this.#refuse([...draft.path, field.name], 'is set by the server: leave it out', json);
  }

  #readValue(draft: Draft, field: FieldMetadata, json: unknown, into: Record<string, unknown>): void {
    const path = [...draft.path, field.name];
    if (json === null) {
      if (!field.isNullable) return this.#refuse(path, 'must not be null');
      into[field.name] = null;
      return this.#askField(draft, field, null);
    }
    const reading = codecOf(field.type).read(json);
    if ('value' in reading) {
      into[field.name] = reading.value;
      return this.#askField(draft, field, reading.value, json);
    }
    draft.refused.set(field.name, json);
    this.#refuse(path, reading.problem, shown(field, json));
  }

  #askField(draft: Draft, field: FieldMetadata, value: unknown, json?: unknown): void {
    const violations = fieldViolations(field, value);
    if (violations.length > 0) draft.refused.set(field.name, value);
    for (const { path, message } of violations) {
      this.#refuse([...draft.path, field.name, ...path], message, path.length > 0 ? undefined : shown(field, json));
    }
  }

  /** Sent back as it was read, it changes nothing. */
  #expect({ path, expectations }: Draft, field: FieldMetadata, json: unknown): void {
    const { read, write } = codecOf(field.type);
    const form = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(write(value)));
    const reading = json === null ? { value: null } : read(json);
    if ('problem' in reading) return this.#refuse([...path, field.name], reading.problem, json);
    const given = form(reading.value);
    expectations.push({ field: field.name, given: json, isMetBy: (stored) => form(stored) === given });
  }

  #readKey(draft: Draft, field: FieldMetadata, json: unknown): void {
    const path = [...draft.path, field.name];
    const reading = codecOf(field.type).read(json);
    if ('problem' in reading) return this.#refuse(path, reading.problem, json);
    draft.key = reading.value as EntityKey;
    if (this.write.isUnsaved) this.#refuse(path, 'is not linked here: use the routes of the collection', json);
  }

  #readCollection(draft: Draft, collection: CollectionMetadata, json: unknown): void {
    const path = [...draft.path, collection.property];
    if (!collection.nested) {
      return this.#refuse(path, 'is not written with its parent: use the routes of the collection');
    }
    if (!Array.isArray(json)) return this.#refuse(path, 'must be an array', json);
    requireAtMost(this.write.maxItems, json);
    const elements = json.map((element, index) => this.#readElement(draft, collection, element, index));
    this.#refuseRepeated(path, collection, elements);
    draft.children.set(collection, elements);
  }

  /** In an update, an element with a key is about that child, and one without is a new one. */
  #readElement(draft: Draft, collection: CollectionMetadata, element: unknown, index: number): Changes {
    const { target, property } = collection;
    const isNamed = isObject(element) && (element[target.key.wireName] ?? null) !== null;
    const kind = draft.kind === 'update' && isNamed ? 'update' : 'create';
    return this.read(target, element, { path: [...draft.path, property, index], kind, collection, isNested: true });
  }

  #refuseChildren({ path, children }: Draft): void {
    for (const { property } of children.keys()) {
      this.#refuse([...path, property], 'is not written with an entity that is only linked: use its own routes');
    }
  }

  #refuseRepeated(path: Path, { target }: CollectionMetadata, elements: readonly Changes[]): void {
    const seen = new Set<string>();
    for (const [index, { key }] of elements.entries()) {
      const text = String(key);
      const isRepeated = key !== undefined && seen.has(text);
      seen.add(text);
      if (!isRepeated) continue;
      this.#refuse([...path, index, target.key.name], 'is named twice in the array: join the two elements', key);
    }
  }

  /** `{ "id": 5 }` in place of the foreign key. */
  #readReference(draft: Draft, { property, target, foreignKey }: ReferenceMetadata, json: unknown): void {
    const path = [...draft.path, property];
    const field = draft.entity.fields.get(foreignKey)!;
    if (!isWritable(draft.entity, field, draft.kind)) return this.#refuse(path, 'cannot be set', json);
    if (json === null) return this.#readValue(draft, field, null, draft.values);
    const { wireName } = target.primaryKey;
    if (!isObject(json) || !(wireName in json) || Object.keys(json).length > 1) {
      return this.#refuse(path, `must be an object with "${wireName}" alone`, json);
    }
    const given: Record<string, unknown> = {};
    this.#readValue(draft, field, json[wireName], given);
    const other = draft.values[foreignKey];
    if (other !== undefined && String(other) !== String(given[foreignKey])) {
      return this.#refuse(path, `contradicts ${field.wireName}`, json);
    }
    Object.assign(draft.values, given);
  }

  #requireFields(draft: Draft, content: Record<string, unknown>): void {
    for (const field of draft.entity.fields.values()) {
      const isGiven = field.wireName in content || draft.values[field.name] !== undefined;
      if (isGiven || field.name === draft.collection?.foreignKey) continue;
      if (!isRequired(draft.entity, field)) {
        if (isWritable(draft.entity, field, 'create') && !field.hasDefault) this.#askField(draft, field, undefined);
        continue;
      }
      const isReferred = [...draft.entity.references.values()].some(
        ({ foreignKey, wireName }) => foreignKey === field.name && wireName in content,
      );
      if (!isReferred) this.#refuse([...draft.path, field.name], 'is required');
    }
  }

  #refuse(path: Path, message: string, invalidValue?: unknown): void {
    this.violations.push({ path, message, invalidValue });
  }
}

/** What no answer shows, the refusal of it does not show either. */
function shown({ access }: FieldMetadata, json: unknown): unknown {
  return access === 'writeOnly' ? undefined : json;
}
