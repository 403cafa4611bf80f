import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { upperFirst } from '../../naming';
import { isSetBy } from '../../rest';
import { withFiles } from './file-schemas';
import { withFormerMembers } from './former-members';
import { arrayOf, type JsonSchema, modelName, refTo } from './json-schema';
import { keySchema } from './key-schema';
import type { Models } from './models';
import { createSchema, linkSchema, updateSchema } from './payload-schemas';
import { keyAlone, pageSchema, partSchema, responseSchema } from './response-schemas';

/** What a model of an entity is for. */
export type ModelUse = 'response' | 'part' | 'list' | 'page' | 'key' | 'create' | 'update' | 'link';

/**
 * The JSON Schemas of an application's models, by name: one for each class and use, made when it is first referred to.
 *
 * `Order` is what responses show, `OrderPart` what is left of it where a request asks for less, `OrderPage` a page of
 * them, `OrderKey` what names an order in paths; `OrderCreate` and `OrderUpdate` are payloads, `OrderLink` that of a
 * many-to-many collection which names an order that is there. `PhotoCreateForm` is a payload with files.
 */
export class ModelSchemas implements Models {
  readonly #names = new Map<string, string>();
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #numbers = new Map<EntityMetadata, number>();

  constructor(readonly maxItems: number) {}

  /** By name, in the order of the names. */
  get all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  response(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'response', (title) =>
      withFormerMembers(entity, responseSchema(entity, title, this), false),
    );
  }

  /** As reads show it, which may ask for a part. */
  shown(entity: EntityMetadata): JsonSchema {
    return { anyOf: [this.response(entity), this.part(entity)] };
  }

  /** As writes show it to requests of which some may not read it. */
  responseOrKey(entity: EntityMetadata): JsonSchema {
    return { anyOf: [this.response(entity), keyAlone(entity)] };
  }

  list(entity: EntityMetadata): JsonSchema {
    return this.#model(entity, 'list', () => arrayOf(this.shown(entity)));
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
    const isOmitted =
      collection !== undefined && [...entity.fields.values()].some((field) => isGiven(field, collection));
    const suffix = isOmitted ? this.#suffixOf(entity, collection) : '';
    const parent = isOmitted ? collection : undefined;
    const make = (title: string) => withFormerMembers(entity, createSchema(entity, title, parent, this), true);
    return this.#model(entity, 'create', make, suffix);
  }

  /** By what the payloads of a class differ: a root has one without a collection, and owners may have several. */
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
    return this.#model(entity, 'link', (title) => withFormerMembers(entity, linkSchema(entity, title), true));
  }

  /** A payload as a form has it, whose files are the bytes themselves. */
  form(entity: EntityMetadata, payload: JsonSchema): JsonSchema {
    if (payload.anyOf) return { ...payload, anyOf: payload.anyOf.map((one) => this.form(entity, one)) };
    const name = modelName(payload);
    if (name === undefined) return payload;
    const known = this.#names.get(`${name} form`) ?? this.#unused(`${name}Form`);
    this.#names.set(`${name} form`, known);
    this.#schemas.set(known, withFiles(entity, this.#schemas.get(name)!));
    return { ...payload, ...refTo(known) };
  }

  /** What else documents refer to. */
  add(name: string, schema: JsonSchema): JsonSchema {
    this.#schemas.set(name, schema);
    return refTo(name);
  }

  /** The name is taken before the schema is made, which may lead back to it. */
  #model(entity: EntityMetadata, use: ModelUse, make: (title: string) => JsonSchema, suffix = ''): JsonSchema {
    const id = `${this.#number(entity)} ${use} ${suffix}`;
    const known = this.#names.get(id);
    if (known) return refTo(known);
    const name = this.#unused(entity.name + SUFFIXES[use] + suffix);
    this.#names.set(id, name);
    this.#schemas.set(name, {});
    const { title: _, ...schema } = make(name);
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

/** Whether a field that would have to be named is given by the collection, which the path or the payload names. */
function isGiven(field: FieldMetadata, collection: CollectionMetadata): boolean {
  return isSetBy(collection, field) && (!field.isNullable || field.name in collection.scope);
}
