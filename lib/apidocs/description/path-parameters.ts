import { parseTemplate, type RouteDescription } from '../../core';
import type { EntityMetadata } from '../../metadata';
import { wordsFor } from '../../naming';
import { KEY_PARAMETER, type Operation } from '../../rest';
import type { ModelSchemas } from '../schema/model-schemas';
import type { ParameterDescription } from './api-description';

/** The path parameters of a generated route: one key for each level. */
export function keyParameters({ entity, input }: Operation, models: ModelSchemas): ParameterDescription[] {
  const parents = input.parents.map((parent) => keyParameter(parent.parameter, parent.entity, models));
  if (input.keys === 'none') return parents;
  const own = keyParameter(KEY_PARAMETER, entity, models);
  return [...parents, input.keys === 'one' ? own : several(own, entity, input.maxItems)];
}

/** The names of a route's path parameters, in order. */
export function pathNames({ path }: RouteDescription): string[] {
  return parseTemplate(path).flatMap((segment) => ('parameter' in segment ? segment.parameter : []));
}

function keyParameter(name: string, entity: EntityMetadata, models: ModelSchemas): ParameterDescription {
  const description = `The \`${entity.key.wireName}\` of the ${wordsFor(entity.name).one}.`;
  const component = name === KEY_PARAMETER ? `${entity.name}Key` : `${entity.name}Key.${name}`;
  return { name, in: 'path', isRequired: true, description, schema: models.key(entity), component };
}

/** Several keys are described in words, because a union of object and array would burden every generated client. */
function several(one: ParameterDescription, { name }: EntityMetadata, maxItems: number): ParameterDescription {
  const severalKeys = `Or of up to ${maxItems} ${wordsFor(name).many}, separated by commas; the response is then an array.`;
  return { ...one, description: `${one.description} ${severalKeys}`, component: `${name}Keys`, maxKeys: maxItems };
}
