import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { upperFirst } from '../../naming';
import { setsField } from '../../rest';
import { withFiles } from './file-schemas';
import { withFormerMembers } from './former-members';
import { arrayOf, type JsonSchema, modelName, refTo } from './json-schema';
import { keySchema } from './key-schema';
import type { Models } from './models';
import { createSchema, linkSchema, updateSchema } from './payload-schemas';
import { keyOnlySchema, pageSchema, partSchema, responseSchema } from './response-schemas';

/** The purpose of a model. */
export type ModelUse = 'response' | 'part' | 'list' | 'page' | 'key' | 'create' | 'update' | 'link';

/**
 * The JSON Schemas of an application by name: one for each class and use, added on its first use.
 *
 * `Order` is the entity in a response, `OrderPart` a selection of its members, `OrderPage` a page, `OrderKey` the key;
 * `OrderCreate` and `OrderUpdate` are payloads, `OrderLink` is an existing element of a many-to-many collection, and
 * `PhotoCreateForm` a payload with files.
 */
export class ModelSchemas implements Models {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #numbers = new Map<EntityMetadata, number>();

  constructor(readonly maxItems: number) {}

  /** Sorted by name. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  response(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'response', (title) =>
      withFormerMembers(entity, responseSchema(entity, title, this), false),
    );
  }

  /** The entity in the response to a read, which may select members. */
  selected(entity: EntityMetadata): JsonSchema {
    return { anyOf: [this.response(entity), this.part(entity)] };
  }

  /** The entity in the response to a write, or its key alone for clients that may not read it. */
  responseOrKey(entity: EntityMetadata): JsonSchema {
    return { anyOf: [this.response(entity), keyOnlySchema(entity)] };
  }

  list(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'list', () => arrayOf(this.selected(entity)));
  }

  page(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'page', (title) => pageSchema(entity, title, this.list(entity)));
  }

  key(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'key', (title) => keySchema(entity, title));
  }

  part(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'part', (title) => withFormerMembers(entity, partSchema(entity, title, this), false));
  }

  create(entity: EntityMetadata, collection?: CollectionMetadata): JsonSchema {
    const setsFields =
      collection !== undefined && [...entity.fields.values()].some((field) => isSetByParent(field, collection));
    const suffix = setsFields ? this.#suffixOf(entity, collection) : '';
    const parent = setsFields ? collection : undefined;
    const schemaOf = (title: string) => withFormerMembers(entity, createSchema(entity, title, parent, this), true);
    return this.#model(entity, 'create', schemaOf, suffix);
  }

  /** Distinguishes the create payloads of a class: a root has one of its own, and an owner may have several collections. */
  #suffixOf(entity: EntityMetadata, { owner, property, foreignKey }: CollectionMetadata): string {
    const isOther = (other: CollectionMetadata) =>
      other.target === entity && other.foreignKey !== undefined && other.foreignKey !== foreignKey;
    const hasOthers = [...owner.collections.values()].some(isOther);
    if (hasOthers) return `In${owner.name}${upperFirst(property)}`;
    return entity.isRoot ? `In${owner.name}` : '';
  }

  update(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'update', (title) => withFormerMembers(entity, updateSchema(entity, title, this), true));
  }

  link(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'link', (title) => withFormerMembers(entity, linkSchema(entity, title, this), true));
  }

  /** The payload as a multipart form with files. */
  form(entity: EntityMetadata, payload: JsonSchema): JsonSchema {
    if (payload.anyOf) return { ...payload, anyOf: payload.anyOf.map((one) => this.form(entity, one)) };
    const name = modelName(payload);
    if (name === undefined) return payload;
    const formName = this.#names.get(`${name} form`) ?? this.#unused(`${name}Form`);
    this.#names.set(`${name} form`, formName);
    this.#schemas.set(formName, withFiles(entity, this.#schemas.get(name)!));
    return { ...payload, ...refTo(formName) };
  }

  /** Adds a model that belongs to no entity. */
  add(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema);
    return refTo(name);
  }

  /** Reserves the name before the schema is made, because the schema may refer to itself. */
  #model(entity: EntityMetadata, use: ModelUse, schemaOf: (title: string) => JsonSchema, suffix = ''): JsonSchema {
    const id = `${this.#number(entity)} ${use} ${suffix}`;
    const existing = this.#names.get(id);
    if (existing) return refTo(existing);
    const name = this.#unused(entity.name + SUFFIXES[use] + suffix);
    this.#names.set(id, name);
    this.#schemas.set(name, {});
    const { title: _, ...schema } = schemaOf(name);
    this.#schemas.set(name, schema);
    return refTo(name);
  }

  #number(entity: EntityMetadata): number {
    const number = this.#numbers.get(entity) ?? this.#numbers.size;
    this.#numbers.set(entity, number);
    return number;
  }

  #unused(name: string): string {
    let candidate = name;
    for (let number = 2; this.#schemas.has(candidate); number++) candidate = name + number;
    return candidate;
  }
}

const SUFFIXES: Readonly<Record<ModelUse, string>> = {
  response: '',
  part: 'Part',
  list: 'List',
  page: 'Page',
  key: 'Key',
  create: 'Create',
  update: 'Update',
  link: 'Link',
};

/** Whether the parent sets a field that a payload of its own would require. */
function isSetByParent(field: FieldMetadata, collection: CollectionMetadata): boolean {
  return setsField(collection, field) && (!field.isNullable || field.name in collection.scope);
}
