import {
  type CollectionMetadata,
  type EntityMetadata,
  everyField,
  type FieldMetadata,
  type ReferenceMetadata,
} from '../../metadata';
import { snakeCase, wordsFor } from '../../naming';
import { isKnownToClients, isWritable, referredField, setsField, settersOf, type WriteKind } from '../../rest';
import { elementOf } from './element-of';
import { exampleValue } from './example-values';
import { createExample, updateExample } from './examples';
import { isRequiredOnCreate, payloadField } from './field-schemas';
import { dependencyWords, describe, ruleWords } from './joi-description';
import { arrayOf, examples, type JsonSchema, nullable } from './json-schema';
import type { Models } from './models';
import { payloadValue } from './payload-values';
import { isFreeText } from './type-kinds';

type Properties = Record<string, JsonSchema>;

/** @param within  the collection that the entity is created in, which sets the foreign key and its scope */
export function createSchema(
  entity: EntityMetadata,
  title: string,
  within: CollectionMetadata | undefined,
  models: Models,
): JsonSchema {
  const { required, alternatives } = requiredOf(entity, within);
  return {
    title,
    description: `The fields of a new ${wordsFor(entity.name).one}.`,
    ...closedObject({
      ...fields(entity, 'create'),
      ...references(entity, 'create', models),
      ...collections(entity, (collection) => newElement(collection, models), models.maxItems),
      ...fixedFields(entity, 'create'),
    }),
    ...(required.length > 0 && { required }),
    ...(alternatives.length > 0 && { allOf: alternatives }),
    ...classRules(entity),
    ...examples(createExample(entity, within)),
  };
}

export function updateSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  return {
    title,
    description: `The fields of ${wordsFor(entity.name).a} to change. Others stay unchanged.`,
    ...closedObject({
      ...fields(entity, 'update'),
      ...references(entity, 'update', models),
      ...changedCollections(entity, models),
      ...fixedFields(entity, 'update'),
    }),
    ...classRules(entity),
    ...examples(updateExample(entity)),
  };
}

export function linkSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  const { key } = entity;
  const example = exampleValue(entity, key);
  return {
    title,
    description: `An existing ${wordsFor(entity.name).one}, by its \`${key.wireName}\`, and fields of it to change.`,
    ...closedObject({
      ...fields(entity, 'create'),
      ...references(entity, 'create', models),
      ...fixedFields(entity, 'create'),
      [key.wireName]: payloadValue(key.type),
    }),
    required: [key.wireName],
    ...examples(example === undefined ? undefined : { [key.wireName]: example }),
  };
}

function closedObject(properties: Properties): JsonSchema {
  return { type: 'object', properties, additionalProperties: false };
}

function fields(entity: EntityMetadata, kind: WriteKind): Properties {
  const writable = everyField(entity).filter((field) => isWritable(entity, field, kind));
  return Object.fromEntries(writable.map((field) => [field.wireName, payloadField(entity, field, kind)]));
}

/** Fields that payloads may contain, but not set. */
function fixedFields(entity: EntityMetadata, kind: WriteKind): Properties {
  const fixed = everyField(entity).filter((field) => isKnownToClients(field) && !isWritable(entity, field, kind));
  return Object.fromEntries(fixed.map((field) => [field.wireName, payloadField(entity, field, kind)]));
}

/**
 * References by object, `{ order: { id: 7 } }`, as the alternative to the foreign key. An update may send back one that it
 * cannot change.
 */
function references(entity: EntityMetadata, kind: WriteKind, models: Models): Properties {
  const accepted = visibleReferences(entity).filter((one) => {
    const field = keyOf(entity, one);
    return isWritable(entity, field, kind) || (kind === 'update' && field.access === 'readOnly');
  });
  return Object.fromEntries(accepted.map((one) => [one.wireName, reference(one, keyOf(entity, one), models)]));
}

function reference(one: ReferenceMetadata, field: FieldMetadata, models: Models): JsonSchema {
  const { target, foreignKey } = one;
  const referred = referredField(one);
  const { wireName } = referred;
  // A model of its own: some generators name an inline schema like that of the foreign key, `PaymentCreateOrderId`.
  const hasModel = referred === target.key && !isFreeText(referred.type);
  const value = hasModel ? models.key(target) : payloadValue(field.type);
  // Open: further members are those of the response, which the types of clients need not repeat.
  const schema: JsonSchema = {
    type: 'object',
    properties: { [wireName]: field.isNullable ? nullable(value) : value },
    required: [wireName],
    description: `An existing ${wordsFor(target.name).one}, instead of \`${field.wireName || foreignKey}\`. Further members must equal those that are stored.`,
  };
  return field.isNullable ? nullable(schema) : schema;
}

function collections(
  { collections }: EntityMetadata,
  schemaOf: (collection: CollectionMetadata) => JsonSchema,
  maxItems: number,
): Properties {
  const writable = [...collections.values()].filter(({ nested, isHidden }) => nested && !isHidden);
  return Object.fromEntries(
    writable.map((one) => {
      const element = schemaOf(one);
      return [one.wireName, one.kind === 'oneToOne' ? nullable(element) : { ...arrayOf(element), maxItems }];
    }),
  );
}

function changedCollections(entity: EntityMetadata, models: Models): Properties {
  const schemas = collections(entity, (collection) => changedElement(collection, models), models.maxItems);
  for (const { replace, wireName, kind } of entity.collections.values()) {
    if (!replace || !schemas[wireName]) continue;
    const removed = kind === 'manyToMany' ? 'unlinked' : 'deleted';
    schemas[wireName] = { ...schemas[wireName], description: `Replaces the collection: others are ${removed}.` };
  }
  return schemas;
}

/** The payload of an element that is created in a collection, or linked to it. */
export function newElement(collection: CollectionMetadata, models: Models): JsonSchema {
  const element = elementOf(collection);
  const created = models.create(element, collection);
  return collection.kind === 'manyToMany' ? { anyOf: [models.link(element), created] } : created;
}

/** The payload of a one-to-one child: an update or a create, depending on whether the child exists. */
export function savedSingle(collection: CollectionMetadata, models: Models): JsonSchema {
  const { target } = collection;
  return { anyOf: [models.update(target), models.create(target, collection)] };
}

/** The payload of an element in an update of its parent: with a key it is updated or linked, without it is created. */
export function changedElement(collection: CollectionMetadata, models: Models): JsonSchema {
  const target = elementOf(collection);
  if (collection.kind === 'oneToOne') return savedSingle(collection, models);
  // No allOf: Swagger UI cannot resolve one that refers back to its own schema.
  const withKey = { ...models.update(target), required: [target.key.wireName] };
  return { anyOf: [withKey, models.create(target, collection)] };
}

/**
 * The required names of a create. A foreign key or its reference, and a column or a computed field that sets it, are
 * alternatives.
 */
function requiredOf(entity: EntityMetadata, within: CollectionMetadata | undefined) {
  const requiredFields = everyField(entity).filter(
    (field) => !setsField(within, field) && isRequiredOnCreate(entity, field),
  );
  const required: string[] = [];
  const alternatives: JsonSchema[] = [];
  for (const field of requiredFields) {
    const others = visibleReferences(entity).filter(({ foreignKey }) => foreignKey === field.name);
    const names = [field, ...others, ...settersOf(entity, field)].map(({ wireName }) => wireName);
    if (names.length === 1) required.push(field.wireName);
    else alternatives.push({ anyOf: names.map((name) => ({ properties: { [name]: {} }, required: [name] })) });
  }
  return { required, alternatives };
}

function visibleReferences({ references }: EntityMetadata): ReferenceMetadata[] {
  return [...references.values()].filter(({ isHidden }) => !isHidden);
}

function keyOf({ fields }: EntityMetadata, { foreignKey }: ReferenceMetadata): FieldMetadata {
  return fields.get(foreignKey)!;
}

/** The rules of a class over several fields, which apply to stored and sent values together. */
function classRules({ constraints }: EntityMetadata): JsonSchema {
  const furtherRules = constraints.flatMap((rule) => {
    const { keys = {}, dependencies = [], rules = [] } = describe(rule);
    const names = Object.keys(keys);
    return [
      ...(names.length > 0 ? [`rules over ${names.map(snakeCase).join(', ')}`] : []),
      ...dependencies.map((dependency) => dependencyWords(dependency, snakeCase)),
      ...rules.map(ruleWords),
    ];
  });
  return furtherRules.length > 0 ? { 'x-further-rules': furtherRules } : {};
}
