import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { isCollection, isShown, readableFields, readingAssociation, readingField, referredField } from '../../rest';
import { permissionsIn } from '../../security';
import { sentence, spoken } from '../words';
import { responseExample } from './examples';
import { responseField } from './field-schemas';
import { arrayOf, examples, type JsonSchema, nullable } from './json-schema';
import { elementOf } from './linked-level';
import type { Models } from './models';
import { responseValue } from './response-values';

/** An entity as answers show it: all of its fields, and of its associations those that are embedded or asked for. */
export function responseSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  const always = readableFields(entity).filter((field) => !field.large && readingField(field).length === 0);
  return {
    title,
    description: `${sentence(spoken(entity.name).a)}, as answers show it.`,
    type: 'object',
    properties: { ...fieldSchemas(entity, models), ...associationSchemas(entity, (target) => models.response(target)) },
    required: always.map(({ wireName }) => wireName),
    ...examples(responseExample(entity)),
  };
}

/** What is left of an entity where `include` and `exclude` leave fields out. */
export function partSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  return {
    title,
    description: `${sentence(spoken(entity.name).a)} where \`include\` or \`exclude\` are used: the fields that they leave.`,
    type: 'object',
    properties: { ...fieldSchemas(entity, models), ...associationSchemas(entity, (target) => models.part(target)) },
  };
}

/** The envelope of a page. */
export function pageSchema(entity: EntityMetadata, title: string, data: JsonSchema): JsonSchema {
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    title,
    description: `A page of ${spoken(entity.name).many}.`,
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1 },
      per_page: { type: 'integer', minimum: 1 },
      total: { ...count, description: 'Entities on all pages; not with `count=none`.' },
      count: { ...count, description: 'Entities on this page.' },
      data,
    },
    required: ['page', 'per_page', 'count', 'data'],
  };
}

/** What is shown of an entity that the request may write, but not read. */
export function keyAlone({ key }: EntityMetadata): JsonSchema {
  return {
    description: 'The key alone, where the request may not read it.',
    type: 'object',
    properties: { [key.wireName]: responseValue(key.type) },
    required: [key.wireName],
    additionalProperties: false,
  };
}

function fieldSchemas(entity: EntityMetadata, models: Models): Record<string, JsonSchema> {
  return Object.fromEntries(
    readableFields(entity, true).map((field) => [
      field.wireName,
      { ...responseField(entity, field, keyOf(entity, field, models)), ...(isMark(field) && MARK_SHOWN) },
    ]),
  );
}

function isMark({ origin }: FieldMetadata): boolean {
  return origin === 'deletedAt';
}

const MARK_SHOWN: JsonSchema = { description: 'Since when it is deleted: where `deleted` asks for such entities.' };

/** What a field is that holds a key, its own entity's or another's; text of a schema that was there may be any. */
function keyOf(entity: EntityMetadata, field: FieldMetadata, models: Models): JsonSchema | undefined {
  if (field === entity.key) return isText(field) ? undefined : models.key(entity);
  const reference = [...entity.references.values()].find(({ foreignKey }) => foreignKey === field.name);
  if (!reference || referredField(reference) !== reference.target.key || isText(field)) return undefined;
  return reference.target.key.type.kind === field.type.kind ? models.key(reference.target) : undefined;
}

function isText({ type }: FieldMetadata): boolean {
  return type.kind === 'string' || type.kind === 'text';
}

function associationSchemas(
  { references, collections, fields }: EntityMetadata,
  schemaOf: (target: EntityMetadata) => JsonSchema,
): Record<string, JsonSchema> {
  const shown = [...references.values(), ...collections.values()].filter(isShown);
  return Object.fromEntries(
    shown.map((one) => {
      const target = schemaOf(isCollection(one) ? elementOf(one) : one.target);
      const schema = isCollection(one) ? children(one, target) : reference(one, fields, target);
      return [one.wireName, { ...schema, ...whenShown(one) }];
    }),
  );
}

function children({ kind }: CollectionMetadata, schema: JsonSchema): JsonSchema {
  return kind === 'oneToOne' ? nullable(schema) : arrayOf(schema);
}

function reference(
  { foreignKey, scopes }: ReferenceMetadata,
  fields: ReadonlyMap<string, FieldMetadata>,
  schema: JsonSchema,
): JsonSchema {
  const mayBeNull = fields.get(foreignKey)?.isNullable || scopes.length > 0;
  return mayBeNull ? nullable(schema) : schema;
}

const COLLECTION_SHOWN = 'Where `include` or `expand` names it, or the payload did.';
const REFERENCE_SHOWN = 'Where `include` or `expand` names it, and the request may see it.';

function whenShown(association: ReferenceMetadata | CollectionMetadata): JsonSchema {
  const permissions = permissionsIn(readingAssociation(association));
  const isEmbedded = isCollection(association) && association.embed;
  return {
    ...(!isEmbedded && { description: isCollection(association) ? COLLECTION_SHOWN : REFERENCE_SHOWN }),
    ...(permissions.length > 0 && { 'x-permissions': permissions }),
  };
}
