import { isPlainObject } from '../../foundation';
import type { ActionMetadata, ActionParameter, ArgumentSource } from '../../metadata';
import type { FieldType } from '../../values';
import { fromText, jsonFrom } from './from-text';
import { typedContent } from './typed-content';

const NUMBER: FieldType = { kind: 'float', isSingle: false, isUnsigned: false };

/** Arguments are converted as text of these column types. */
const TYPES: Readonly<Partial<Record<ArgumentSource['kind'], FieldType>>> = {
  number: NUMBER,
  bigint: NUMBER,
  boolean: { kind: 'boolean' },
  date: { kind: 'datetime', precision: 3 },
};

/**
 * Converts the payload of an action in a text format (XML, forms) to JSON by the types of the parameters. Text for a
 * parameter with a schema is left to Joi.
 */
export function typedArguments({ parameters }: ActionMetadata, content: unknown): unknown {
  return typedMembers(new Map(parameters.map((parameter) => [parameter.wireName, parameter])), content);
}

function typedMembers(parameters: ReadonlyMap<string, ActionParameter>, content: unknown): unknown {
  if (!isPlainObject(content)) return content;
  const members = Object.entries(content);
  return Object.fromEntries(members.map(([name, value]) => [name, typedValue(parameters.get(name)?.source, value)]));
}

function typedValue(source: ArgumentSource | undefined, value: unknown): unknown {
  const type = source && TYPES[source.kind];
  if (type) return fromText(type, value);
  if (source?.kind !== 'entity' && source?.kind !== 'instance') return value;
  if (typeof value === 'string') return jsonFrom(value);
  return source.kind === 'entity' ? typedContent(source.entity, value) : typedMembers(source.fields, value);
}
