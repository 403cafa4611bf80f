import type { EntityMetadata } from '../../metadata';
import { wordsFor } from '../../naming';
import { defined, type JsonSchema } from './json-schema';
import { payloadValue } from './payload-values';
import { responseValue } from './response-values';
import { isFreeText } from './type-kinds';

/** Rejects blank text, `.` and `..`, which cannot be segments of a path. */
const PATH_SEGMENT = '[^.\\s]|\\.\\s|\\s\\.|\\.{3}';

/** The key of an entity in paths. */
export function keySchema({ name, key }: EntityMetadata, title: string): JsonSchema {
  const { maxLength } = payloadValue(key.type);
  return defined({
    title,
    description: `The \`${key.wireName}\` of ${wordsFor(name).a}, as paths have it.`,
    ...alternativesByType(responseValue(key.type)),
    ...(isFreeText(key.type) && { minLength: 1, maxLength, pattern: PATH_SEGMENT }),
  });
}

/** Splits a list of types into alternatives: Swagger UI accepts no input for a parameter with two types. */
function alternativesByType({ type, format, pattern, ...others }: JsonSchema): JsonSchema {
  if (type === undefined || typeof type === 'string') return { type, format, pattern, ...others };
  const anyOf = type.map((one) => defined(one === 'string' ? { type: one, pattern } : { type: one, format }));
  return { ...others, anyOf };
}
