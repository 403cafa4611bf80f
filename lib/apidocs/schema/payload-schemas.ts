import {
  type CollectionMetadata,
  type EntityMetadata,
  everyField,
  type FieldMetadata,
  type ReferenceMetadata,
} from '../../metadata';
import { snakeCase } from '../../naming';
import { isKnown, isSetBy, isWritable, referredField, settersOf, type WriteKind } from '../../rest';
import { sentence, spoken } from '../words';
import { exampleValue } from './example-values';
import { createExample, updateExample } from './examples';
import { isAsked, payloadField } from './field-schemas';
import { describe, ruleWords } from './joi-description';
import { arrayOf, examples, type JsonSchema, nullable } from './json-schema';
import { elementOf } from './linked-level';
import type { Models } from './models';
import { payloadValue } from './payload-values';

type Properties = Record<string, JsonSchema>;

/** @param within the collection whose fields need not be named, since it is known where the entity is created */
export function createSchema(
  entity: EntityMetadata,
  title: string,
  within: CollectionMetadata | undefined,
  models: Models,
): JsonSchema {
  const { required, alternatives } = requiredOf(entity, within);
  return {
    title,
    description: `The fields of a new ${spoken(entity.name).one}.`,
    ...closedObject({
      ...fields(entity, 'create'),
      ...references(entity, 'create'),
      ...collections(entity, (collection) => newElement(collection, models), models.maxItems),
      ...fixedFields(entity, 'create'),
    }),
    ...(required.length > 0 && { required }),
    ...(alternatives.length > 0 && { allOf: alternatives }),
    ...furtherRules(entity),
    ...examples(createExample(entity, within)),
  };
}

export function updateSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  return {
    title,
    description: `Fields of ${spoken(entity.name).a} to change: those that are not named stay.`,
    ...closedObject({
      ...fields(entity, 'update'),
      ...references(entity, 'update'),
      ...changedCollections(entity, models),
      ...fixedFields(entity, 'update'),
    }),
    ...furtherRules(entity),
    ...examples(updateExample(entity)),
  };
}

export function linkSchema(entity: EntityMetadata, title: string): JsonSchema {
  const { key } = entity;
  return {
    title,
    description: `${sentence(spoken(entity.name).a)} that is there, by its \`${key.wireName}\`, and fields of it to change.`,
    ...closedObject({
      ...fields(entity, 'create'),
      ...references(entity, 'create'),
      ...fixedFields(entity, 'create'),
      [key.wireName]: payloadValue(key.type),
    }),
    required: [key.wireName],
    ...examples({ [key.wireName]: exampleValue(entity, key) }),
  };
}

function closedObject(properties: Properties): JsonSchema {
  return { type: 'object', properties, additionalProperties: false };
}

function fields(entity: EntityMetadata, kind: WriteKind): Properties {
  const writable = everyField(entity).filter((field) => isWritable(entity, field, kind));
  return Object.fromEntries(writable.map((field) => [field.wireName, payloadField(entity, field, kind)]));
}

/** Those that payloads may name, but not set. */
function fixedFields(entity: EntityMetadata, kind: WriteKind): Properties {
  const fixed = everyField(entity).filter((field) => isKnown(field) && !isWritable(entity, field, kind));
  return Object.fromEntries(fixed.map((field) => [field.wireName, payloadField(entity, field, kind)]));
}

/** The entity that a foreign key refers to, by its key: the other way to set it. */
function references(entity: EntityMetadata, kind: WriteKind): Properties {
  const writable = openReferences(entity).filter((one) => isWritable(entity, keyOf(entity, one), kind));
  return Object.fromEntries(writable.map((one) => [one.wireName, reference(one, keyOf(entity, one))]));
}

function reference(one: ReferenceMetadata, field: FieldMetadata): JsonSchema {
  const { target, foreignKey } = one;
  const { wireName } = referredField(one);
  const value = payloadValue(field.type);
  const schema: JsonSchema = {
    ...closedObject({ [wireName]: field.isNullable ? nullable(value) : value }),
    required: [wireName],
    description: `${sentence(spoken(target.name).a)} that is there, in place of \`${field.wireName || foreignKey}\`.`,
  };
  return field.isNullable ? nullable(schema) : schema;
}

function collections(
  { collections }: EntityMetadata,
  elementOf: (collection: CollectionMetadata) => JsonSchema,
  maxItems: number,
): Properties {
  const open = [...collections.values()].filter(({ nested, isHidden }) => nested && !isHidden);
  return Object.fromEntries(
    open.map((one) => {
      const element = elementOf(one);
      return [one.wireName, one.kind === 'oneToOne' ? nullable(element) : { ...arrayOf(element), maxItems }];
    }),
  );
}

function changedCollections(entity: EntityMetadata, models: Models): Properties {
  const schemas = collections(entity, (collection) => changedElement(collection, models), models.maxItems);
  for (const { replace, wireName, kind } of entity.collections.values()) {
    if (!replace || !schemas[wireName]) continue;
    const gone = kind === 'manyToMany' ? 'unlinked' : 'deleted';
    schemas[wireName] = { ...schemas[wireName], description: `All that are there then: the others are ${gone}.` };
  }
  return schemas;
}

/** What a payload may say of an element of a collection that it creates with its parent, or adds. */
export function newElement(collection: CollectionMetadata, models: Models): JsonSchema {
  const element = elementOf(collection);
  const created = models.create(element, collection);
  return collection.kind === 'manyToMany' ? { anyOf: [models.link(element), created] } : created;
}

/** What a payload may say of a single child, of which only the database tells whether it is there. */
export function savedSingle(collection: CollectionMetadata, models: Models): JsonSchema {
  const { target } = collection;
  return { anyOf: [models.update(target), models.create(target, collection)] };
}

/** One with a key is updated, and linked where it was not; one without is created. */
export function changedElement(collection: CollectionMetadata, models: Models): JsonSchema {
  const target = elementOf(collection);
  if (collection.kind === 'oneToOne') return savedSingle(collection, models);
  // No allOf: Swagger UI cannot resolve one that leads back to where it stands.
  const named = { ...models.update(target), required: [target.key.wireName] };
  return { anyOf: [named, models.create(target, collection)] };
}

/** Of a required foreign key with a reference, or of a column and a computed field that sets it, one is enough. */
function requiredOf(entity: EntityMetadata, within: CollectionMetadata | undefined) {
  const asked = everyField(entity).filter((field) => !isSetBy(within, field) && isAsked(entity, field));
  const required: string[] = [];
  const alternatives: JsonSchema[] = [];
  for (const field of asked) {
    const others = openReferences(entity).filter(({ foreignKey }) => foreignKey === field.name);
    const names = [field, ...others, ...settersOf(entity, field)].map(({ wireName }) => wireName);
    if (names.length === 1) required.push(field.wireName);
    else alternatives.push({ anyOf: names.map((name) => ({ properties: { [name]: {} }, required: [name] })) });
  }
  return { required, alternatives };
}

function openReferences({ references }: EntityMetadata): ReferenceMetadata[] {
  return [...references.values()].filter(({ isHidden }) => !isHidden);
}

function keyOf({ fields }: EntityMetadata, { foreignKey }: ReferenceMetadata): FieldMetadata {
  return fields.get(foreignKey)!;
}

/** The rules of a class over several fields, which the validation asks of what is stored and sent together. */
function furtherRules({ constraints }: EntityMetadata): JsonSchema {
  const words = constraints.flatMap((rule) => {
    const { keys = {}, dependencies = [], rules = [] } = describe(rule);
    const names = Object.keys(keys);
    return [
      ...(names.length > 0 ? [`rules over ${names.map(snakeCase).join(', ')}`] : []),
      ...dependencies.map(({ rel, key, peers = [] }) =>
        [rel, ...[key ?? [], peers].flat().map((name) => snakeCase(String(name)))].join(' '),
      ),
      ...rules.map(ruleWords),
    ];
  });
  return words.length > 0 ? { 'x-further-rules': words } : {};
}
