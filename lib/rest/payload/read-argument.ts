import { isPlainObject } from '../../foundation';
import type { ActionParameter, ArgumentSchema, EntityMetadata } from '../../metadata';
import { argumentCodecs, below, codecOf, problem, type Reading, type Violation } from '../../values';
import { camelCased, SentKeys, sameNames } from './camel-cased';
import { unknownKey } from './payload-rules';

/** A value, or all that is wrong with what was sent. */
export type ArgumentReading = { readonly value: unknown } | { readonly violations: readonly Violation[] };

/** Reads what a payload has for a parameter, or for a field of a plain class, by its declared type. */
export function readArgument({ source, isOptional }: ActionParameter, json: unknown): ArgumentReading {
  if (source.kind === 'rule')
    return isOptional && json === null ? { value: undefined } : readByRule(source.schema, json);
  if (json === null) return isOptional ? { value: undefined } : fault('must not be null', json);
  switch (source.kind) {
    case 'entity':
      return told(readReference(source.entity, json), json);
    case 'instance':
      return readInstance(source, json);
    case 'duration':
      return told(codecOf(source.type).read(json), json);
    case 'text':
    case 'number':
    case 'boolean':
    case 'date':
    case 'bigint':
      return told(argumentCodecs[source.kind].read(json), json);
    default:
      throw new Error(`A payload has nothing for a parameter of the kind ${source.kind}.`);
  }
}

/** A schema's violations, by camelCase paths; a key that it does not know, as it was sent. */
export function violationsBy(schema: ArgumentSchema, camel: unknown, sent: SentKeys) {
  const { value, error } = schema.validate(camel, { abortEarly: false, errors: { label: false } });
  const violations = (error?.details ?? []).map(({ type, path, message, context }): Violation => {
    const unknown = type === 'object.unknown' ? sent.at(path) : undefined;
    const at = unknown === undefined ? { path } : { path: path.slice(0, -1), sentPath: [unknown] };
    return { ...at, message: message.trim(), invalidValue: context?.value };
  });
  return { value, violations };
}

/** Two keys of one object that are the same name, told as they were sent. */
export function clashes(json: unknown): Violation[] {
  const same = sameNames(json);
  if (!same) return [];
  const message = `has ${same.keys.join(' and ')}, which are the same name: leave one out`;
  return [{ path: [], sentPath: same.path, message }];
}

function readByRule(schema: ArgumentSchema, json: unknown): ArgumentReading {
  const found = clashes(json);
  const { value, violations } = violationsBy(schema, camelCased(json), new SentKeys(json as object));
  const all = [...found, ...violations];
  return all.length > 0 ? { violations: all } : { value };
}

function readReference({ key }: EntityMetadata, json: unknown): Reading {
  if (!isPlainObject(json) || !(key.wireName in json) || Object.keys(json).length > 1) {
    return problem(`must be an object with "${key.wireName}" alone`);
  }
  const given = json[key.wireName];
  return given === null ? problem(`must name a ${key.wireName}`) : codecOf(key.type).read(given);
}

type InstanceSource = Extract<ActionParameter['source'], { kind: 'instance' }>;

/** An instance that was made without arguments, with the fields of the payload. */
function readInstance({ type, fields }: InstanceSource, json: unknown): ArgumentReading {
  if (!isPlainObject(json)) return fault('must be an object', json);
  const instance = Reflect.construct(type, []) as object;
  const violations: Violation[] = [];
  for (const [wireName, sent] of Object.entries(json)) {
    const field = fields.get(wireName);
    if (!field) {
      violations.push({ path: [], sentPath: [wireName], message: unknownKey([...fields.keys()]) });
      continue;
    }
    const reading = readArgument(field, sent);
    if ('violations' in reading) violations.push(...below([field.name], reading.violations));
    else if (reading.value !== undefined) Reflect.set(instance, field.name, reading.value);
  }
  for (const { name, wireName, isOptional } of fields.values()) {
    if (!isOptional && !Object.hasOwn(json, wireName)) violations.push({ path: [name], message: 'is required' });
  }
  return violations.length > 0 ? { violations } : { value: instance };
}

function told(reading: Reading, json: unknown): ArgumentReading {
  return 'value' in reading ? reading : fault(reading.problem, json);
}

function fault(message: string, invalidValue: unknown): ArgumentReading {
  return { violations: [{ path: [], message, invalidValue }] };
}
