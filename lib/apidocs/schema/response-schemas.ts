import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { upperFirst, wordsFor } from '../../naming';
import {
  isCollection,
  isVisibleAssociation,
  readingAssociation,
  readingField,
  referredField,
  visibleFields,
} from '../../rest';
import { permissionsIn } from '../../security';
import { elementOf } from './element-of';
import { responseExample } from './examples';
import { responseField } from './field-schemas';
import { arrayOf, examples, type JsonSchema, nullable } from './json-schema';
import type { Models } from './models';
import { responseValue } from './response-values';
import { isFreeText } from './type-kinds';

/** An entity in a response: all of its fields, and the associations that are embedded or requested. */
export function responseSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  const required = visibleFields(entity).filter((field) => !field.large && readingField(field).length === 0);
  return {
    title,
    description: `${upperFirst(wordsFor(entity.name).a)} in a response.`,
    type: 'object',
    properties: { ...fieldSchemas(entity, models), ...associationSchemas(entity, (target) => models.response(target)) },
    required: required.map(({ wireName }) => wireName),
    ...examples(responseExample(entity)),
  };
}

/** An entity in a response to a request with `include` or `exclude`: no field is required. */
export function partSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  return {
    title,
    description: `The members of ${wordsFor(entity.name).a} that \`include\` or \`exclude\` select.`,
    type: 'object',
    properties: { ...fieldSchemas(entity, models), ...associationSchemas(entity, (target) => models.part(target)) },
  };
}

/** The envelope of a page. */
export function pageSchema(entity: EntityMetadata, title: string, data: JsonSchema): JsonSchema {
  const count: JsonSchema = { type: 'integer', minimum: 0 };
  return {
    title,
    description: `A page of ${wordsFor(entity.name).many}.`,
    type: 'object',
    properties: {
      page: { type: 'integer', minimum: 1 },
      per_page: { type: 'integer', minimum: 1 },
      total: { ...count, description: 'Entities on all pages; absent with `count=none`.' },
      count: { ...count, description: 'Entities on this page.' },
      data,
    },
    required: ['page', 'per_page', 'count', 'data'],
  };
}

/** The key alone, for an entity that the client may write but not read. */
export function keyOnlySchema({ key }: EntityMetadata): JsonSchema {
  return {
    description: 'The key alone, for clients that may not read the entity.',
    type: 'object',
    properties: { [key.wireName]: responseValue(key.type) },
    required: [key.wireName],
    additionalProperties: false,
  };
}

function fieldSchemas(entity: EntityMetadata, models: Models): Record<string, JsonSchema> {
  return Object.fromEntries(
    visibleFields(entity, true).map((field) => [
      field.wireName,
      {
        ...responseField(entity, field, keyModelOf(entity, field, models)),
        ...(isDeletionTime(field) && DELETION_TIME),
      },
    ]),
  );
}

function isDeletionTime({ origin }: FieldMetadata): boolean {
  return origin === 'deletedAt';
}

const DELETION_TIME: JsonSchema = { description: 'When the entity was deleted; shown with the parameter `deleted`.' };

/** The key model of a field that holds a key. None for text, since stored text may be older than the rules for keys. */
function keyModelOf(entity: EntityMetadata, field: FieldMetadata, models: Models): JsonSchema | undefined {
  if (field === entity.key) return isFreeText(field.type) ? undefined : models.key(entity);
  const reference = [...entity.references.values()].find(({ foreignKey }) => foreignKey === field.name);
  if (!reference || referredField(reference) !== reference.target.key || isFreeText(field.type)) return undefined;
  return reference.target.key.type.kind === field.type.kind ? models.key(reference.target) : undefined;
}

function associationSchemas(
  { references, collections, fields }: EntityMetadata,
  schemaOf: (target: EntityMetadata) => JsonSchema,
): Record<string, JsonSchema> {
  const shown = [...references.values(), ...collections.values()].filter(isVisibleAssociation);
  return Object.fromEntries(
    shown.map((one) => {
      const target = schemaOf(isCollection(one) ? elementOf(one) : one.target);
      const schema = isCollection(one) ? collectionSchema(one, target) : referenceSchema(one, fields, target);
      return [one.wireName, { ...schema, ...whenShown(one) }];
    }),
  );
}

function collectionSchema({ kind }: CollectionMetadata, schema: JsonSchema): JsonSchema {
  return kind === 'oneToOne' ? nullable(schema) : arrayOf(schema);
}

function referenceSchema(
  { foreignKey, scopes }: ReferenceMetadata,
  fields: ReadonlyMap<string, FieldMetadata>,
  schema: JsonSchema,
): JsonSchema {
  const mayBeNull = fields.get(foreignKey)?.isNullable || scopes.length > 0;
  return mayBeNull ? nullable(schema) : schema;
}

const COLLECTION_SHOWN = 'Shown if `include`, `expand` or the payload names it.';
const REFERENCE_SHOWN = 'Shown if `include` or `expand` names it and the client may read it.';

function whenShown(association: ReferenceMetadata | CollectionMetadata): JsonSchema {
  const permissions = permissionsIn(readingAssociation(association));
  const isEmbedded = isCollection(association) && association.embed;
  return {
    ...(!isEmbedded && { description: isCollection(association) ? COLLECTION_SHOWN : REFERENCE_SHOWN }),
    ...(permissions.length > 0 && { 'x-permissions': permissions }),
  };
}
