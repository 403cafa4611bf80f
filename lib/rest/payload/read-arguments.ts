import { isPlainObject, ownValue } from '../../foundation';
import type { ActionMetadata, ActionParameter, ArgumentSchema } from '../../metadata';
import { camelCase, snakeCase, WireNames } from '../../naming';
import type { ActionArguments } from '../../operations';
import { below, type Violation } from '../../values';
import { camelCased, SentKeys } from './camel-cased';
import { unknownMessage } from './payload-rules';
import { readArgument } from './read-argument';
import { duplicateNameViolations, validateBySchema } from './read-by-schema';

/**
 * Reads the payload of an action as arguments, in the order of the parameters.
 *
 * Entities of the path are left undefined, and no key of the payload can set them; so are optional parameters that are
 * absent or null.
 *
 * @param content undefined for a request without a body, which is the same as `{}`
 * @returns with all violations: required, unknown and invalid arguments
 * @see Specification, "Action routes"
 */
export function readArguments(action: ActionMetadata, content: unknown = {}): ActionArguments {
  if (!isPlainObject(content)) {
    return { values: [], violations: [{ path: [], message: 'must be an object', invalidValue: content }] };
  }
  const reader = new ArgumentsReader(action, content);
  for (const [wireName, json] of Object.entries(content)) reader.read(wireName, json);
  return reader.arguments();
}

/**
 * Reads the members of a payload one by one. Those of parameters with a type are read at once; those of the action's
 * schema are collected and validated together, since its rules may compare them.
 */
class ArgumentsReader {
  readonly #parameters: ReadonlyMap<string, ActionParameter>;
  readonly #hasRestParameter: boolean;
  readonly #values = new Map<string, unknown>();
  /** The input of the schema, by camelCase name. */
  readonly #schemaInput: Record<string, unknown> = {};
  readonly #violations: Violation[] = [];

  constructor(
    private readonly action: ActionMetadata,
    private readonly content: object,
  ) {
    const named = action.parameters.filter(({ source }) => source.kind !== 'path' && source.kind !== 'rest');
    this.#parameters = new Map(named.map((parameter) => [parameter.wireName, parameter]));
    this.#hasRestParameter = action.parameters.some(({ source }) => source.kind === 'rest');
  }

  read(wireName: string, json: unknown): void {
    const parameter = this.#parameters.get(wireName);
    if (!parameter) this.#readUnnamed(wireName, json);
    else if (parameter.source.kind === 'schema') this.#addSchemaInput(parameter.name, wireName, json);
    else this.#readTyped(parameter, json);
  }

  arguments(): ActionArguments {
    const { parameters, schema } = this.action;
    const bySchema = schema ? this.#validate(schema) : {};
    for (const parameter of this.#parameters.values()) this.#requireArgument(parameter, bySchema);
    const values = parameters.map(({ name, source }) => {
      if (source.kind === 'rest') return this.#withoutNamed(bySchema);
      return source.kind === 'schema' ? ownValue(bySchema, name) : this.#values.get(name);
    });
    return { values, violations: this.#violations };
  }

  /** Reads a member without a parameter of its name: it goes to the destructured parameter, if there is one. */
  #readUnnamed(wireName: string, json: unknown): void {
    const schemaNames = this.action.schema && schemaNamesOf(this.action.schema);
    if (this.#hasRestParameter && snakeCase(wireName) === wireName) {
      return this.#addSchemaInput(schemaNames?.toDomain(wireName) ?? camelCase(wireName), wireName, json);
    }
    const known = new Set([...this.#parameters.keys(), ...(schemaNames?.wireNames ?? [])]);
    this.#violations.push({ path: [], sentPath: [wireName], message: unknownMessage('parameters', [...known]) });
  }

  #addSchemaInput(name: string, wireName: string, json: unknown): void {
    this.#schemaInput[name] = camelCased(json);
    for (const violation of duplicateNameViolations(json)) {
      this.#violations.push({ ...violation, sentPath: [wireName, ...(violation.sentPath ?? [])] });
    }
  }

  #readTyped(parameter: ActionParameter, json: unknown): void {
    const { name } = parameter;
    const reading = readArgument(parameter, json);
    if ('violations' in reading) this.#violations.push(...below([name], reading.violations));
    else if (reading.value !== undefined) this.#values.set(name, reading.value);
  }

  #validate(schema: ArgumentSchema): Record<string, unknown> {
    const { value, violations } = validateBySchema(schema, this.#schemaInput, new SentKeys(this.content));
    this.#violations.push(...violations);
    return isPlainObject(value) ? value : {};
  }

  #requireArgument({ name, isOptional, source }: ActionParameter, bySchema: Record<string, unknown>): void {
    if (isOptional) return;
    const hasValue = source.kind === 'schema' ? ownValue(bySchema, name) !== undefined : this.#values.has(name);
    const isReported = this.#violations.some(({ path, sentPath }) => (path[0] ?? sentPath?.[0]) === name);
    if (!hasValue && !isReported) this.#violations.push({ path: [name], message: 'is required' });
  }

  #withoutNamed(bySchema: Record<string, unknown>): Record<string, unknown> {
    const named = new Set([...this.#parameters.values()].map(({ name }) => name));
    return Object.fromEntries(Object.entries(bySchema).filter(([name]) => !named.has(name)));
  }
}

/** Cached, since `describe()` is slow. */
const cachedSchemaNames = new WeakMap<ArgumentSchema, WireNames>();

function schemaNamesOf(schema: ArgumentSchema): WireNames {
  const cached = cachedSchemaNames.get(schema);
  if (cached) return cached;
  const names = new WireNames(Object.keys(schema.describe().keys ?? {}));
  cachedSchemaNames.set(schema, names);
  return names;
}
