import { parseTemplate, type RouteDescription } from '../../core';
import type { EntityMetadata } from '../../metadata';
import { KEY_PARAMETER, type Operation } from '../../rest';
import type { ModelSchemas } from '../schema/model-schemas';
import { spoken } from '../words';
import type { ParameterDescription } from './api-description';

/** The parameters in the path of a generated route: a key for each level. */
export function keyParameters({ entity, input }: Operation, models: ModelSchemas): ParameterDescription[] {
  const parents = input.parents.map((parent) => keyParameter(parent.parameter, parent.entity, models));
  if (input.keys === 'none') return parents;
  const own = keyParameter(KEY_PARAMETER, entity, models);
  return [...parents, input.keys === 'one' ? own : several(own, entity, input.maxItems)];
}

/** The names in the path of a route, in order. */
export function pathNames({ path }: RouteDescription): string[] {
  return parseTemplate(path).flatMap((segment) => ('parameter' in segment ? segment.parameter : []));
}

function keyParameter(name: string, entity: EntityMetadata, models: ModelSchemas): ParameterDescription {
  const description = `The \`${entity.key.wireName}\` of the ${spoken(entity.name).one}.`;
  const component = name === KEY_PARAMETER ? `${entity.name}Key` : `${entity.name}Key.${name}`;
  return { name, in: 'path', isRequired: true, description, schema: models.key(entity), component };
}

/** Told in words: clients are made for one key, which is answered with one object. */
function several(one: ParameterDescription, { name }: EntityMetadata, maxItems: number): ParameterDescription {
  const more = `Or those of up to ${maxItems} ${spoken(name).many} with commas between, which brings an array.`;
  return { ...one, description: `${one.description} ${more}`, component: `${name}Keys` };
}
