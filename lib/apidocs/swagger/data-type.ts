import { type JsonSchema, type JsonType, modelName } from '../schema/json-schema';

/** A data type of Swagger 1.2: of a parameter, a property or a response. */
export interface DataType {
  readonly type?: string;
  readonly $ref?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: string;
  readonly maximum?: string;
  readonly items?: DataType;
  readonly uniqueItems?: boolean;
}

/** The preferred one of several JSON types comes first. */
const PREFERRED: readonly JsonType[] = ['object', 'array', 'boolean', 'integer', 'number', 'string'];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date', 'date-time', 'byte'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/**
 * Converts a JSON Schema to Swagger 1.2, which has neither null nor alternatives: null is left out, and the first
 * alternative is used.
 *
 * @param isProperty  whether the schema is a property of a model, which refers to other models by `$ref`
 */
export function dataTypeOf(schema: JsonSchema, isProperty = false): DataType {
  const plain = singleForm(schema);
  const model = modelName(plain);
  if (model !== undefined) return isProperty ? { $ref: model } : { type: model };
  const type = typeOf(plain);
  if (type === 'array')
    return { type, items: itemsOf(plain.items ?? {}), ...(plain.uniqueItems && { uniqueItems: true }) };
  return { type, ...constraintsOf(plain, type) };
}

/** The first alternative of a schema, which describes a single entity. */
export function singleForm(schema: JsonSchema): JsonSchema {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []).filter(({ type }) => type !== 'null');
  const [single] = alternatives;
  return single ? singleForm(single) : schema;
}

/** Whether a schema has alternatives for one entity and for an array. */
export function hasListForm({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some((one) => one.type === 'array' || hasListForm(one)) && anyOf.some(({ type }) => type !== 'array');
}

function typeOf({ type, enum: values }: JsonSchema): string {
  const types = [type ?? (values ? 'string' : [])].flat();
  return PREFERRED.find((preferred) => types.includes(preferred)) ?? 'string';
}

/** An element is a model or a primitive value: Swagger 1.2 has no nested arrays. */
function itemsOf(items: JsonSchema): DataType {
  const { type, $ref, format } = dataTypeOf(items, true);
  if ($ref !== undefined) return { $ref };
  return { type: type === 'array' ? 'object' : type, ...(format && { format }) };
}

function constraintsOf({ format, enum: values, minimum, maximum }: JsonSchema, type: string): DataType {
  const strings = values?.filter((value) => typeof value === 'string');
  return {
    ...(format && FORMATS[type]?.includes(format) && { format }),
    ...(strings && strings.length > 0 && { enum: strings }),
    ...(minimum !== undefined && { minimum: String(minimum) }),
    ...(maximum !== undefined && { maximum: String(maximum) }),
  };
}
