/** A JSON Schema (draft 2020-12), with the keywords that the documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  /** Rules of the validation that JSON Schema cannot express. */
  readonly 'x-further-rules'?: readonly string[];
  /** Permissions that are required to read or write the value, besides those of the operation. */
  readonly 'x-permissions'?: readonly string[];
}

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** The path of models in every document. */
const MODELS = '#/components/schemas/';

export function refTo(name: string): JsonSchema {
  return { $ref: MODELS + name };
}

/** The name of the model that a schema refers to. */
export function modelName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(MODELS) ? $ref.slice(MODELS.length) : undefined;
}

/** A schema for values of one or of another kind, `oneOf` where no value can be of both. */
export function eitherOf(one: JsonSchema, other: JsonSchema): JsonSchema {
  const all = [one, other].flatMap((schema) => schema.oneOf ?? [schema]);
  if (all.some(acceptsAnything)) return one;
  const different = [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()];
  return different.some(acceptsAnyObject) ? { anyOf: different } : { oneOf: different };
}

function acceptsAnything({ description: _, ...schema }: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}

function acceptsAnyObject({ type, properties }: JsonSchema): boolean {
  return type === 'object' && properties === undefined;
}

/** Makes a schema accept null too. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) return isLimited(schema) ? { anyOf: [schema, { type: 'null' }] } : schema;
  const types = [...new Set([type, 'null' as const].flat())];
  return { ...schema, type: types, ...(values && { enum: [...values, null] }) };
}

function isLimited({ $ref, anyOf, oneOf, allOf, enum: values }: JsonSchema): boolean {
  return Boolean($ref || anyOf || oneOf || allOf || (values && !values.includes(null)));
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** The keyword `examples`; empty without an example. */
export function examples(example: unknown): JsonSchema {
  return example === undefined ? {} : { examples: [example] };
}

/** Removes keywords without a value. */
export function defined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
