import { parseTemplate, type RouteDescription } from '../../core';
import type { EntityMetadata } from '../../metadata';
import { KEY_PARAMETER, type Operation } from '../../rest';
import { answerValue } from '../schema/answer-values';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import { spoken } from '../words';
import type { ParameterDescription } from './api-description';

/** The parameters in the path of a generated route: a key for each level, at the end one or several. */
export function keyParameters({ entity, input }: Operation): ParameterDescription[] {
  const parents = input.parents.map((parent) => keyParameter(parent.parameter, parent.entity));
  if (input.keys === 'none') return parents;
  const isOne = input.keys === 'one';
  return [
    ...parents,
    isOne ? keyParameter(KEY_PARAMETER, entity) : keysParameter(KEY_PARAMETER, entity, input.maxItems),
  ];
}

/** The names in the path of a route, in order. */
export function pathNames({ path }: RouteDescription): string[] {
  return parseTemplate(path).flatMap((segment) => ('parameter' in segment ? segment.parameter : []));
}

function keyParameter(name: string, { name: className, key }: EntityMetadata): ParameterDescription {
  const description = `The \`${key.wireName}\` of the ${spoken(className).one}.`;
  return { name, in: 'path', isRequired: true, description, schema: keySchema(key) };
}

function keysParameter(name: string, entity: EntityMetadata, maxItems: number): ParameterDescription {
  const one = keyParameter(name, entity);
  const several: JsonSchema = { ...arrayOf(one.schema), minItems: 2, maxItems };
  return {
    ...one,
    description: `The \`${entity.key.wireName}\` of the ${spoken(entity.name).one}, or several with commas between.`,
    schema: { anyOf: [one.schema, several] },
    several: 'commas',
  };
}

/** Text that no key is written as is answered with 404, not refused: a key has the type of its column, no more. */
function keySchema({ type }: EntityMetadata['key']): JsonSchema {
  const { type: jsonType, format } = answerValue(type);
  return { type: jsonType, ...(format && { format }) };
}
