/** A JSON Schema of draft 2020-12, as far as the documents use it. */
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
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  /** What the validation asks beyond the schema. */
  readonly 'x-further-rules'?: readonly string[];
  /** What it takes to read or write the value, beside the permissions of the operation. */
  readonly 'x-permissions'?: readonly string[];
}

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** What a model is referred to by; the same place in every document that has models of its own. */
const MODELS = '#/components/schemas/';

export function refTo(name: string): JsonSchema {
  return { $ref: MODELS + name };
}

/** The name of the model that a schema refers to. */
export function modelName({ $ref }: JsonSchema): string | undefined {
  return $ref?.startsWith(MODELS) ? $ref.slice(MODELS.length) : undefined;
}

/** The same schema, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined) return isLimited(schema) ? { anyOf: [schema, { type: 'null' }] } : schema;
  const types = [...new Set([type, 'null' as const].flat())];
  return { ...schema, type: types, ...(values && { enum: [...values, null] }) };
}

function isLimited({ $ref, anyOf, allOf, enum: values }: JsonSchema): boolean {
  return Boolean($ref || anyOf || allOf || (values && !values.includes(null)));
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** The keyword `examples`, where there is one. */
export function examples(example: unknown): JsonSchema {
  return example === undefined ? {} : { examples: [example] };
}

/** Without the keywords that have no value. */
export function defined(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
