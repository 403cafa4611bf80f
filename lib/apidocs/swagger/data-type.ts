import { type JsonSchema, type JsonType, modelName } from '../schema/json-schema';

/** A data type of Swagger 1.2: of a parameter, a property, or what an operation answers. */
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

/** Of several JSON types, the one that says most about the value. */
const PREFERRED: readonly JsonType[] = ['object', 'array', 'boolean', 'integer', 'number', 'string'];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['date', 'date-time', 'byte'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

/**
 * A JSON Schema in the words of Swagger 1.2, which knows neither null nor alternatives: null is left out, and of several
 * forms the single one is taken.
 *
 * @param isProperty whether it stands in a model, where other models are named by `$ref`
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

/** The usual form, which stands first among several. */
export function singleForm(schema: JsonSchema): JsonSchema {
  const alternatives = (schema.anyOf ?? schema.allOf ?? []).filter(({ type }) => type !== 'null');
  const [single] = alternatives;
  return single ? singleForm(single) : schema;
}

/** Whether there is a form for several entities beside the one for a single one. */
export function hasListForm({ anyOf = [] }: JsonSchema): boolean {
  return anyOf.some((one) => one.type === 'array' || hasListForm(one)) && anyOf.some(({ type }) => type !== 'array');
}

function typeOf({ type, enum: values }: JsonSchema): string {
  const types = [type ?? (values ? 'string' : [])].flat();
  return PREFERRED.find((preferred) => types.includes(preferred)) ?? 'string';
}

/** An element is a model or a plain value: Swagger 1.2 has no lists of lists. */
function itemsOf(items: JsonSchema): DataType {
  const { type, $ref, format } = dataTypeOf(items, true);
  if ($ref !== undefined) return { $ref };
  return { type: type === 'array' ? 'object' : type, ...(format && { format }) };
}

function constraintsOf({ format, enum: values, minimum, maximum }: JsonSchema, type: string): DataType {
  const texts = values?.filter((value) => typeof value === 'string');
  return {
    ...(format && FORMATS[type]?.includes(format) && { format }),
    ...(texts && texts.length > 0 && { enum: texts }),
    ...(minimum !== undefined && { minimum: String(minimum) }),
    ...(maximum !== undefined && { maximum: String(maximum) }),
  };
}
