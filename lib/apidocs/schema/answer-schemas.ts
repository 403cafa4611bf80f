import type { CollectionMetadata, EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import { isCollection, isShown, readableFields, readingAssociation } from '../../rest';
import { entriesFor, permissionsIn } from '../../security';
import { sentence, spoken } from '../words';
import { answerExample } from './examples';
import { answerField } from './field-schemas';
import { arrayOf, examples, type JsonSchema, nullable } from './json-schema';
import type { Models } from './models';

/** An entity as answers show it: all of its fields, and of its associations those that are embedded or asked for. */
export function answerSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  const always = readableFields(entity).filter((field) => entriesFor(field, 'GET').length === 0);
  return {
    title,
    description: `${sentence(spoken(entity.name).a)}, as answers show it.`,
    type: 'object',
    properties: { ...fieldSchemas(entity), ...associationSchemas(entity, (target) => models.answer(target)) },
    required: always.map(({ wireName }) => wireName),
    ...examples(answerExample(entity)),
  };
}

/** What is left of an entity where `include` and `exclude`, or the rights of the request, leave fields out. */
export function partSchema(entity: EntityMetadata, title: string, models: Models): JsonSchema {
  return {
    title,
    description: `${sentence(spoken(entity.name).a)} with a part of its fields: what the request asks for and may read.`,
    type: 'object',
    properties: { ...fieldSchemas(entity), ...associationSchemas(entity, (target) => models.part(target)) },
  };
}

function fieldSchemas(entity: EntityMetadata): Record<string, JsonSchema> {
  return Object.fromEntries(readableFields(entity).map((field) => [field.wireName, answerField(entity, field)]));
}

function associationSchemas(
  { references, collections, fields }: EntityMetadata,
  schemaOf: (target: EntityMetadata) => JsonSchema,
): Record<string, JsonSchema> {
  const shown = [...references.values(), ...collections.values()].filter(isShown);
  return Object.fromEntries(
    shown.map((one) => {
      const schema = isCollection(one) ? arrayOf(schemaOf(one.target)) : reference(one, fields, schemaOf(one.target));
      return [one.wireName, { ...schema, ...whenShown(one) }];
    }),
  );
}

function reference(
  { foreignKey, scopes }: ReferenceMetadata,
  fields: ReadonlyMap<string, FieldMetadata>,
  schema: JsonSchema,
): JsonSchema {
  const mayBeNull = fields.get(foreignKey)?.isNullable || scopes.length > 0;
  return mayBeNull ? nullable(schema) : schema;
}

const COLLECTION_SHOWN = 'Shown where `include` or `expand` names it, or the payload did.';
const REFERENCE_SHOWN = 'Shown where `include` or `expand` names it, unless it is out of the sight of the request.';

function whenShown(association: ReferenceMetadata | CollectionMetadata): JsonSchema {
  const permissions = permissionsIn(readingAssociation(association));
  const isEmbedded = isCollection(association) && association.embed;
  return {
    ...(!isEmbedded && { description: isCollection(association) ? COLLECTION_SHOWN : REFERENCE_SHOWN }),
    ...(permissions.length > 0 && { 'x-permissions': permissions }),
  };
}
