import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { validatorsOf } from '../../persistence';
import { isReadable, isRequired, isWritable, type WriteKind } from '../../rest';
import { entriesFor, permissionsIn, type SecuredMethod } from '../../security';
import { answerValue } from './answer-values';
import { both, ruleSchema } from './joi-rules';
import { type JsonSchema, nullable } from './json-schema';
import { payloadValue } from './payload-values';
import { validatorSchema } from './validator-rules';

/**
 * A field as responses show it.
 *
 * @param key the model of the key that it holds, if it holds one
 */
export function answerField(entity: EntityMetadata, field: FieldMetadata, key?: JsonSchema): JsonSchema {
  const schema = { ...(key ?? answerValue(field.type)), ...description(field), ...permissions(field, 'GET') };
  const isReadOnly = !isWritable(entity, field, 'create') && !isWritable(entity, field, 'update');
  return { ...orNull(field, schema), ...(isReadOnly && { readOnly: true }) };
}

/** A field as a payload may send it, where it is known there. */
export function payloadField(entity: EntityMetadata, field: FieldMetadata, kind: WriteKind): JsonSchema {
  if (isWritable(entity, field, kind)) return pathKey(entity, field, writtenField(entity, field, kind));
  // On create it is left out, or null; on update it may be sent back as it was read.
  if (kind === 'create') return { type: 'null', readOnly: true, description: 'Set by the server.' };
  const { pattern: _, ...value } = payloadValue(field.type);
  return {
    ...nullable(value),
    readOnly: true,
    description: 'Stays as it is.',
  };
}

/** Whether a create needs the field: its column asks for it, or a rule of `@Constraint` does. */
export function isAsked(entity: EntityMetadata, field: FieldMetadata): boolean {
  if (isRequired(entity, field)) return true;
  return isWritable(entity, field, 'create') && !field.hasDefault && isDemanded(field);
}

function isDemanded({ constraints, type }: FieldMetadata): boolean {
  return constraints.some((rule) => ruleSchema(rule, type).isRequired);
}

function writtenField(entity: EntityMetadata, field: FieldMetadata, kind: WriteKind): JsonSchema {
  const ruled = field.constraints.reduce<JsonSchema>(
    (schema, rule) => both(schema, ruleSchema(rule, field.type).schema),
    both(payloadValue(field.type), validatorSchema(validatorsOf(entity, field), field.type)),
  );
  const written = { ...ruled, ...permissions(field, kind === 'create' ? 'POST' : 'PUT') };
  const schema = field.isNullable && !isDemanded(field) ? nullable(written) : written;
  return isReadable(field) ? schema : { ...schema, writeOnly: true };
}

/** What names the entity in paths must be nameable there. */
function pathKey({ key }: EntityMetadata, field: FieldMetadata, schema: JsonSchema): JsonSchema {
  const isText = TEXTS.has(field.type.kind);
  return field === key && isText ? both(schema, { 'x-further-rules': ['not blank, "." or ".."'] }) : schema;
}

const TEXTS = new Set(['string', 'text', 'enum']);

function orNull(field: FieldMetadata, schema: JsonSchema): JsonSchema {
  return field.isNullable && !TIMESTAMPS.has(field.origin) ? nullable(schema) : schema;
}

/** Set with every row, whatever their columns would hold. */
const TIMESTAMPS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** As the author of a rule describes the field. */
function description({ constraints, type }: FieldMetadata): JsonSchema {
  const [text] = constraints.flatMap((rule) => ruleSchema(rule, type).schema.description ?? []);
  return text === undefined ? {} : { description: text };
}

function permissions(field: FieldMetadata, method: SecuredMethod): JsonSchema {
  const names = permissionsIn(entriesFor(field, method));
  return names.length > 0 ? { 'x-permissions': names } : {};
}
