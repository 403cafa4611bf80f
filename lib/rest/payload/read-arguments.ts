import { toInstance, UnprocessableEntityException } from '../../core';
import { isPlainObject } from '../../foundation';
import type { ActionMetadata, ActionParameter, ArgumentSchema, DomainClass, EntityMetadata } from '../../metadata';
import { camelCase, snakeCase, WireNames } from '../../naming';
import {
  argumentCodecs,
  below,
  codecOf,
  InvalidEntityError,
  problem,
  type Reading,
  type Violation,
} from '../../values';
import { camelCased, SentKeys, sameNames } from './camel-cased';
import { unknownKey } from './payload-rules';

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
    const same = sameNames(json);
    this.#forSchema[name] = camelCased(json);
    if (!same) return;
    const message = `has ${same.keys.join(' and ')}, which are the same name: leave one out`;
    this.#violations.push({ path: [], sentPath: [wireName, ...same.path], message });
  }

  #read(parameter: ActionParameter, json: unknown): void {
    const { name, isOptional } = parameter;
    if (json === null && isOptional) return;
    const reading = json === null ? problem('must not be null') : readArgument(parameter, json);
    if ('value' in reading) return void this.#values.set(name, reading.value);
    this.#violations.push(...below([name], faultsOf(reading, json)));
  }

  #validate(schema: ArgumentSchema): Record<string, unknown> {
    const { value, error } = schema.validate(this.#forSchema, { abortEarly: false, errors: { label: false } });
    const sent = new SentKeys(this.content);
    for (const { type, path, message, context } of error?.details ?? []) {
      const unknown = type === 'object.unknown' ? sent.at(path) : undefined;
      const at = unknown === undefined ? { path } : { path: path.slice(0, -1), sentPath: [unknown] };
      this.#violations.push({ ...at, message: message.trim(), invalidValue: context?.value });
    }
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

type ArgumentReading = Reading | { readonly violations: readonly Violation[] };

function readArgument({ source }: ActionParameter, json: unknown): ArgumentReading {
  switch (source.kind) {
    case 'entity':
      return readReference(source.entity, json);
    case 'instance':
      return readInstance(source.type, json);
    case 'text':
    case 'number':
    case 'boolean':
    case 'date':
    case 'bigint':
      return argumentCodecs[source.kind].read(json);
    default:
      throw new Error(`A payload has nothing for a parameter of the kind ${source.kind}.`);
  }
}

function readReference({ key }: EntityMetadata, json: unknown): Reading {
  if (!isPlainObject(json) || !(key.wireName in json) || Object.keys(json).length > 1) {
    return problem(`must be an object with "${key.wireName}" alone`);
  }
  const given = json[key.wireName];
  return given === null ? problem(`must name a ${key.wireName}`) : codecOf(key.type).read(given);
}

/** As `getContentAs` reads a plain class. */
function readInstance(type: DomainClass, json: unknown): ArgumentReading {
  if (!isPlainObject(json)) return problem('must be an object');
  try {
    return { value: toInstance(type, json) };
  } catch (error) {
    if (!(error instanceof UnprocessableEntityException)) throw error;
    return { violations: error.fieldErrors.map(({ field, message }) => ({ path: [], sentPath: [field], message })) };
  }
}

function faultsOf(reading: Exclude<ArgumentReading, { value: unknown }>, json: unknown): readonly Violation[] {
  return 'violations' in reading ? reading.violations : [{ path: [], message: reading.problem, invalidValue: json }];
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
