import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { snakeCase } from '../../naming';
import { isKnown, isSetBy, isWritable, referredField, type WriteKind } from '../../rest';
import { sentence, spoken } from '../words';
import { exampleValue } from './example-values';
import { createExample, updateExample } from './examples';
import { isAsked, payloadField } from './field-schemas';
import { describe, ruleWords } from './joi-description';
import { arrayOf, examples, type JsonSchema, nullable } from './json-schema';
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
      ...collections(entity, (collection) => changedElement(collection, models), models.maxItems),
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
  const writable = [...entity.fields.values()].filter((field) => isWritable(entity, field, kind));
  return Object.fromEntries(writable.map((field) => [field.wireName, payloadField(entity, field, kind)]));
}

/** Those that payloads may name, but not set. */
function fixedFields(entity: EntityMetadata, kind: WriteKind): Properties {
  const fixed = [...entity.fields.values()].filter((field) => isKnown(field) && !isWritable(entity, field, kind));
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
  return Object.fromEntries(open.map((one) => [one.wireName, { ...arrayOf(elementOf(one)), maxItems }]));
}

/** What a payload may say of an element of a collection that it creates with its parent, or adds. */
export function newElement(collection: CollectionMetadata, models: Models): JsonSchema {
  const { kind, target } = collection;
  const created = models.create(target, collection);
  return kind === 'manyToMany' ? { anyOf: [models.link(target), created] } : created;
}

/** One with a key is updated, and linked where it was not; one without is created. */
function changedElement(collection: CollectionMetadata, models: Models): JsonSchema {
  const { target } = collection;
  // No allOf: Swagger UI cannot resolve one that leads back to where it stands.
  const named = { ...models.update(target), required: [target.key.wireName] };
  return { anyOf: [named, models.create(target, collection)] };
}

/** Of a required foreign key with a reference, one of the two is enough. */
function requiredOf(entity: EntityMetadata, within: CollectionMetadata | undefined) {
  const asked = [...entity.fields.values()].filter((field) => !isSetBy(within, field) && isAsked(entity, field));
  const required: string[] = [];
  const alternatives: JsonSchema[] = [];
  for (const field of asked) {
    const others = openReferences(entity).filter(({ foreignKey }) => foreignKey === field.name);
    const names = [field.wireName, ...others.map(({ wireName }) => wireName)];
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
