import { isPlainObject } from '../../foundation';
import type { ActionMetadata, ActionParameter, ArgumentSchema } from '../../metadata';
import { camelCase, snakeCase, WireNames } from '../../naming';
import { below, InvalidEntityError, type Violation } from '../../values';
import { camelCased, SentKeys } from './camel-cased';
import { unknownKey } from './payload-rules';
import { clashes, readArgument, violationsBy } from './read-argument';

/**
 * Turns the content of an action's request into arguments in the order of the parameters, by the keys of the payload.
 *
 * Entities of the path are left undefined, and no key of the payload can set them; so is an optional parameter that is
 * missing or null. Of a root its key is read.
 *
 * @param content undefined for a request without a body, which is as good as `{}`
 * @throws InvalidEntityError with all violations: missing, unknown and wrong-typed ones
 * @see Specification, "Action routes"
 */
export function readArguments(action: ActionMetadata, content: unknown = {}): readonly unknown[] {
  if (!isPlainObject(content)) throw refused([{ path: [], message: 'must be an object', invalidValue: content }]);
  const reader = new ArgumentsReader(action, content);
  for (const [wireName, json] of Object.entries(content)) reader.take(wireName, json);
  return reader.arguments();
}

class ArgumentsReader {
  readonly #byWireName: ReadonlyMap<string, ActionParameter>;
  readonly #values = new Map<string, unknown>();
  /** What the schema is to read, by camelCase name. */
  readonly #forSchema: Record<string, unknown> = {};
  readonly #violations: Violation[] = [];
  readonly #takesRest: boolean;

  constructor(
    private readonly action: ActionMetadata,
    private readonly content: object,
  ) {
    const named = action.parameters.filter(({ source }) => source.kind !== 'path' && source.kind !== 'rest');
    this.#byWireName = new Map(named.map((parameter) => [parameter.wireName, parameter]));
    this.#takesRest = action.parameters.some(({ source }) => source.kind === 'rest');
  }

  take(wireName: string, json: unknown): void {
    const parameter = this.#byWireName.get(wireName);
    if (!parameter) return this.#takeRest(wireName, json);
    if (parameter.source.kind === 'schema') this.#takeForSchema(parameter.name, wireName, json);
    else this.#read(parameter, json);
  }

  /** @throws InvalidEntityError when anything was wrong */
  arguments(): readonly unknown[] {
    const { parameters, schema } = this.action;
    const read = schema ? this.#validate(schema) : {};
    for (const parameter of this.#byWireName.values()) this.#require(parameter, read);
    if (this.#violations.length > 0) throw refused(this.#violations);
    return parameters.map(({ name, source }) => {
      if (source.kind === 'rest') return this.#withoutNamed(read);
      return source.kind === 'schema' ? read[name] : this.#values.get(name);
    });
  }

  #takeRest(wireName: string, json: unknown): void {
    const names = this.action.schema && schemaNames(this.action.schema);
    if (this.#takesRest && snakeCase(wireName) === wireName) {
      return this.#takeForSchema(names?.toDomain(wireName) ?? camelCase(wireName), wireName, json);
    }
    const known = new Set([...this.#byWireName.keys(), ...(names?.wireNames ?? [])]);
    this.#violations.push({ path: [], sentPath: [wireName], message: unknownKey([...known]) });
  }

  #takeForSchema(name: string, wireName: string, json: unknown): void {
    this.#forSchema[name] = camelCased(json);
    const sent = clashes(json).map((one) => ({ ...one, sentPath: [wireName, ...(one.sentPath ?? [])] }));
    this.#violations.push(...sent);
  }

  #read(parameter: ActionParameter, json: unknown): void {
    const { name } = parameter;
    const reading = readArgument(parameter, json);
    if ('violations' in reading) this.#violations.push(...below([name], reading.violations));
    else if (reading.value !== undefined) this.#values.set(name, reading.value);
  }

  #validate(schema: ArgumentSchema): Record<string, unknown> {
    const { value, violations } = violationsBy(schema, this.#forSchema, new SentKeys(this.content));
    this.#violations.push(...violations);
    return isPlainObject(value) ? value : {};
  }

  #require({ name, isOptional, source }: ActionParameter, read: Record<string, unknown>): void {
    const isGiven = source.kind === 'schema' ? read[name] !== undefined : this.#values.has(name);
    const isRefused = this.#violations.some(({ path, sentPath }) => (path[0] ?? sentPath?.[0]) === name);
    if (!isGiven && !isOptional && !isRefused) this.#refuse([name], 'is required');
  }

  #withoutNamed(read: Record<string, unknown>): Record<string, unknown> {
    const named = new Set([...this.#byWireName.values()].map(({ name }) => name));
    return Object.fromEntries(Object.entries(read).filter(([name]) => !named.has(name)));
  }

  #refuse(path: Violation['path'], message: string, invalidValue?: unknown): void {
    this.#violations.push({ path, message, invalidValue });
  }
}

const namesBySchema = new WeakMap<ArgumentSchema, WireNames>();

/** Made once for each: a schema takes its time to describe itself. */
function schemaNames(schema: ArgumentSchema): WireNames {
  const known = namesBySchema.get(schema);
  if (known) return known;
  const names = new WireNames(Object.keys(schema.describe().keys ?? {}));
  namesBySchema.set(schema, names);
  return names;
}

function refused(violations: readonly Violation[]): InvalidEntityError {
  return new InvalidEntityError(violations);
}
