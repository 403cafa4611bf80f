import { isPlainObject } from '../../foundation';
import type { ActionParameter, EntityMetadata } from '../../metadata';
import { argumentCodecs, below, codecOf, problem, type Reading, type Violation } from '../../values';
import { unknownMessage } from './payload-rules';
import { readBySchema } from './read-by-schema';

/** An argument, or all violations of the value that was sent for it. */
export type ArgumentReading = { readonly value: unknown } | { readonly violations: readonly Violation[] };

const ABSENT: ArgumentReading = { value: undefined };

/** Reads the value that a payload has for a parameter, or for a field of a plain class, by its declared type. */
export function readArgument({ source, isOptional }: ActionParameter, json: unknown): ArgumentReading {
  if (json === null && isOptional) return ABSENT;
  // A schema decides itself whether it allows null.
  if (source.kind === 'rule') return readBySchema(source.schema, json);
  if (json === null) return violation('must not be null', json);
  switch (source.kind) {
    case 'entity':
      return argumentOf(readEntityKey(source.entity, json), json);
    case 'instance':
      return readInstance(source, json);
    case 'duration':
      return argumentOf(codecOf(source.type).read(json), json);
    case 'text':
    case 'number':
    case 'boolean':
    case 'date':
    case 'bigint':
      return argumentOf(argumentCodecs[source.kind].read(json), json);
    default:
      throw new Error(`A parameter of the kind ${source.kind} is not read from a payload.`);
  }
}

/** Reads the key of an entity from `{ "id": 5 }`. */
function readEntityKey({ key }: EntityMetadata, json: unknown): Reading {
  if (!isPlainObject(json) || !(key.wireName in json) || Object.keys(json).length > 1) {
    return problem(`must be an object with "${key.wireName}" alone`);
  }
  const value = json[key.wireName];
  return value === null ? problem(`must have a value for "${key.wireName}"`) : codecOf(key.type).read(value);
}

type InstanceSource = Extract<ActionParameter['source'], { kind: 'instance' }>;

/** Creates an instance without constructor arguments and sets the fields of the payload. */
function readInstance({ type, fields }: InstanceSource, json: unknown): ArgumentReading {
  if (!isPlainObject(json)) return violation('must be an object', json);
  const instance = Reflect.construct(type, []) as object;
  const violations: Violation[] = [];
  for (const [wireName, value] of Object.entries(json)) {
    const field = fields.get(wireName);
    if (!field) {
      violations.push({ path: [], sentPath: [wireName], message: unknownMessage('fields', [...fields.keys()]) });
      continue;
    }
    const reading = readArgument(field, value);
    if ('violations' in reading) violations.push(...below([field.name], reading.violations));
    else if (reading.value !== undefined) Reflect.set(instance, field.name, reading.value);
  }
  for (const { name, wireName, isOptional } of fields.values()) {
    if (!isOptional && !Object.hasOwn(json, wireName)) violations.push({ path: [name], message: 'is required' });
  }
  return violations.length > 0 ? { violations } : { value: instance };
}

function argumentOf(reading: Reading, json: unknown): ArgumentReading {
  return 'value' in reading ? reading : violation(reading.problem, json);
}

function violation(message: string, invalidValue: unknown): ArgumentReading {
  return { violations: [{ path: [], message, invalidValue }] };
}
