import { isPlainObject } from '../../foundation';
import type { ActionMetadata, ActionParameter, ArgumentSource } from '../../metadata';
import type { FieldType } from '../../values';
import { fromText, jsonFrom } from './from-text';
import { typedContent } from './typed-content';

const NUMBER: FieldType = { kind: 'float', isSingle: false, isUnsigned: false };

/** The columns whose texts are read alike. */
const TYPES: Readonly<Partial<Record<ArgumentSource['kind'], FieldType>>> = {
  number: NUMBER,
  bigint: NUMBER,
  boolean: { kind: 'boolean' },
  date: { kind: 'datetime', precision: 3 },
};

/**
 * The arguments of an action in a format in which every value is text (XML, forms), typed by what the method takes, as
 * fields are by their columns. What a schema reads, Joi converts by itself.
 */
export function typedArguments({ parameters }: ActionMetadata, content: unknown): unknown {
  return typedMembers(new Map(parameters.map((parameter) => [parameter.wireName, parameter])), content);
}

function typedMembers(known: ReadonlyMap<string, ActionParameter>, content: unknown): unknown {
  if (!isPlainObject(content)) return content;
  const entries = Object.entries(content).map(([name, value]) => [name, typed(known.get(name)?.source, value)]);
  return Object.fromEntries(entries);
}

function typed(source: ArgumentSource | undefined, value: unknown): unknown {
  const type = source && TYPES[source.kind];
  if (type) return fromText(type, value);
  if (source?.kind !== 'entity' && source?.kind !== 'instance') return value;
  if (typeof value === 'string') return jsonFrom(value);
  return source.kind === 'entity' ? typedContent(source.entity, value) : typedMembers(source.fields, value);
}
