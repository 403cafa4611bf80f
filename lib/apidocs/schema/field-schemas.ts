import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { validatorsOf } from '../../persistence';
import { isReadable, isRequired, isWritable, readingField, type WriteKind } from '../../rest';
import { entriesFor, permissionsIn, type SecuredMethod } from '../../security';
import { both, ruleSchema } from './joi-rules';
import { type JsonSchema, nullable } from './json-schema';
import { shapeOf } from './json-shape';
import { payloadValue } from './payload-values';
import { responseValue } from './response-values';
import { validatorSchema } from './validator-rules';

/**
 * A field as responses show it.
 *
 * @param key the model of the key that it holds, if it holds one
 */
export function responseField(entity: EntityMetadata, field: FieldMetadata, key?: JsonSchema): JsonSchema {
  const shape = field.type.kind === 'json' && !field.sources ? jsonShape(field) : responseValue(field.type);
  const schema = { ...(key ?? shape), ...description(field), ...permissions(field, 'GET') };
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
  const own = both(payloadValue(field.type), validatorSchema(validatorsOf(entity, field), field.type));
  const rules = field.constraints.map((rule) => ruleSchema(rule, field.type).schema);
  // Rules for the inside of a value stand side by side: joined, one would close objects for the names of another.
  const ruled = field.type.kind === 'json' && rules.length > 1 ? { ...own, allOf: rules } : rules.reduce(both, own);
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
  return field.isNullable && !field.isAlwaysSet ? nullable(schema) : schema;
}

/** What a column holds may be older than its rules: of these, responses have the types alone. */
function jsonShape({ constraints, type }: FieldMetadata): JsonSchema {
  const [first, ...others] = constraints.map((rule) => ruleSchema(rule, type).schema);
  return first && others.length === 0 ? shapeOf(first) : {};
}

const BYTES = 'Shown where `include` names it; its bytes have a route of their own.';
const LONG_TEXT = 'In no list unless `include` names it; its bytes have a route of their own.';

/** As the author of a rule describes the field. */
function description({ constraints, type, large }: FieldMetadata): JsonSchema {
  const [text] = constraints.flatMap((rule) => ruleSchema(rule, type).schema.description ?? []);
  const words = [text, large && (type.kind === 'bytes' ? BYTES : LONG_TEXT)].filter(Boolean);
  return words.length === 0 ? {} : { description: words.join(' ') };
}

function permissions(field: FieldMetadata, method: SecuredMethod): JsonSchema {
  const names = permissionsIn(method === 'GET' ? readingField(field) : entriesFor(field, method));
  return names.length > 0 ? { 'x-permissions': names } : {};
}
