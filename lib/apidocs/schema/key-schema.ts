import type { EntityMetadata } from '../../metadata';
import { spoken } from '../words';
import { defined, type JsonSchema } from './json-schema';
import { payloadValue } from './payload-values';
import { responseValue } from './response-values';

const TEXTS = new Set(['string', 'text']);

/** All but blank text, `.` and `..`, which no path can name. */
const REACHABLE = '[^.\\s]|\\.\\s|\\s\\.|\\.{3}';

/** What names an entity in paths; text that no key is written as is not found. */
export function keySchema({ name, key }: EntityMetadata, title: string): JsonSchema {
  const { maxLength } = payloadValue(key.type);
  return defined({
    title,
    description: `The \`${key.wireName}\` of ${spoken(name).a}, by which paths name it.`,
    ...eachType(responseValue(key.type)),
    ...(TEXTS.has(key.type.kind) && { minLength: 1, maxLength, pattern: REACHABLE }),
  });
}

/** Swagger UI takes no value for a parameter that has two types in one list. */
function eachType({ type, format, pattern, ...others }: JsonSchema): JsonSchema {
  if (type === undefined || typeof type === 'string') return { type, format, pattern, ...others };
  const anyOf = type.map((one) => defined(one === 'string' ? { type: one, pattern } : { type: one, format }));
  return { ...others, anyOf };
}
