import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { validatorsOf } from '../../persistence';
import { isRequired, isVisibleField, isWritable, readingField, type WriteKind } from '../../rest';
import { entriesFor, permissionsIn, type SecuredMethod } from '../../security';
import { intersected, ruleSchema } from './joi-rules';
import { type JsonSchema, nullable } from './json-schema';
import { shapeOf } from './json-shape';
import { payloadValue } from './payload-values';
import { responseValue } from './response-values';
import { TEXT_KINDS } from './type-kinds';
import { validatorSchema } from './validator-rules';

/**
 * A field in a response.
 *
 * @param key  the model of the key, for a field that holds one
 */
export function responseField(entity: EntityMetadata, field: FieldMetadata, key?: JsonSchema): JsonSchema {
  const shape = field.type.kind === 'json' && !field.sources ? jsonShape(field) : responseValue(field.type);
  const schema = { ...(key ?? shape), ...description(field), ...permissions(field, 'GET') };
  const isReadOnly = !isWritable(entity, field, 'create') && !isWritable(entity, field, 'update');
  return { ...nullableIfUnset(field, schema), ...(isReadOnly && { readOnly: true }) };
}

/** A field in a payload. */
export function payloadField(entity: EntityMetadata, field: FieldMetadata, kind: WriteKind): JsonSchema {
  if (isWritable(entity, field, kind)) return withKeyRule(entity, field, writableField(entity, field, kind));
  // A create accepts null only; an update accepts the field as it was read, and ignores it.
  if (kind === 'create') return { type: 'null', readOnly: true, description: 'Set by the server.' };
  const { pattern: _, ...value } = payloadValue(field.type);
  return {
    ...nullable(value),
    readOnly: true,
    description: 'Cannot be changed.',
  };
}

/** Whether a create requires the field, by its column or by a rule of `@Constraint`. */
export function isRequiredOnCreate(entity: EntityMetadata, field: FieldMetadata): boolean {
  if (isRequired(entity, field)) return true;
  return isWritable(entity, field, 'create') && !field.hasDefault && isRequiredByRule(field);
}

function isRequiredByRule({ constraints, type }: FieldMetadata): boolean {
  return constraints.some((rule) => ruleSchema(rule, type).isRequired);
}

function writableField(entity: EntityMetadata, field: FieldMetadata, kind: WriteKind): JsonSchema {
  const own = intersected(payloadValue(field.type), validatorSchema(validatorsOf(entity, field), field.type));
  const rules = field.constraints.map((rule) => ruleSchema(rule, field.type).schema);
  // Rules of a JSON column are not combined: `additionalProperties` of one would reject the names of another.
  const ruled =
    field.type.kind === 'json' && rules.length > 1 ? { ...own, allOf: rules } : rules.reduce(intersected, own);
  const written = { ...ruled, ...permissions(field, kind === 'create' ? 'POST' : 'PUT') };
  const schema = field.isNullable && !isRequiredByRule(field) ? nullable(written) : written;
  return isVisibleField(field) ? schema : { ...schema, writeOnly: true };
}

/** A key appears in paths, where blank text, `.` and `..` are impossible. */
function withKeyRule({ key }: EntityMetadata, field: FieldMetadata, schema: JsonSchema): JsonSchema {
  const isText = TEXT_KINDS.has(field.type.kind);
  return field === key && isText ? intersected(schema, { 'x-further-rules': ['not blank, "." or ".."'] }) : schema;
}

function nullableIfUnset(field: FieldMetadata, schema: JsonSchema): JsonSchema {
  return field.isNullable && !field.isAlwaysSet ? nullable(schema) : schema;
}

/** Only types and names of the rule, since stored values may be older than the rule. */
function jsonShape({ constraints, type }: FieldMetadata): JsonSchema {
  const [first, ...others] = constraints.map((rule) => ruleSchema(rule, type).schema);
  return first && others.length === 0 ? shapeOf(first) : {};
}

const BYTES = 'Shown if `include` names it. Another route serves the raw bytes.';
const LONG_TEXT = 'Shown in lists only if `include` names it. Another route serves the raw bytes.';

/** The description that a rule of the field has, and a hint for large values. */
function description({ constraints, type, large }: FieldMetadata): JsonSchema {
  const [text] = constraints.flatMap((rule) => ruleSchema(rule, type).schema.description ?? []);
  const sentences = [text, large && (type.kind === 'bytes' ? BYTES : LONG_TEXT)].filter(Boolean);
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

function permissions(field: FieldMetadata, method: SecuredMethod): JsonSchema {
  const names = permissionsIn(method === 'GET' ? readingField(field) : entriesFor(field, method));
  return names.length > 0 ? { 'x-permissions': names } : {};
}
