import { isShown, type Operation, readableFields } from '../../rest';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import { code } from '../words';
import type { ParameterDescription } from './api-description';

/** What a read shows of its entities: `include`, `exclude` and `expand`. */
export function selectionParameters({ entity, input }: Operation): ParameterDescription[] {
  const associations = [...entity.references.values(), ...entity.collections.values()].filter(isShown);
  const below = associations.flatMap(namesOf);
  const names = readableFields(entity, input.search.takesDeleted).flatMap(namesOf);
  const parameter = (name: string, schema: JsonSchema, description: string): ParameterDescription => ({
    ...{ name, in: 'query', isRequired: false, schema, several: 'commas', component: `${entity.name}.${name}` },
    description,
  });
  const all = namesIn(names, below);
  return [
    parameter('include', all, 'The only names to show.'),
    parameter('exclude', all, 'Names to leave out; what `include` names stays.'),
    ...(below.length > 0 ? [parameter('expand', namesIn([], below), `Adds to what is shown: ${code(below)}.`)] : []),
  ];
}

/** With the old one, where there is one. */
function namesOf(member: {
  readonly wireName: string;
  readonly renamed?: { readonly name: string };
}): readonly string[] {
  return member.renamed ? [member.wireName, member.renamed.name] : [member.wireName];
}

/** @param below those that have names below them, which are told for their own class alone */
function namesIn(names: readonly string[], below: readonly string[]): JsonSchema {
  const dotted = below.length > 0 ? [`(${alternatives(below)})(\\.[^.,\\s]+)*`] : [];
  const pattern = `^(${[...names.map(escaped), ...dotted].join('|')})$`;
  return { ...arrayOf({ type: 'string', pattern }), minItems: 1 };
}

function alternatives(names: readonly string[]): string {
  return names.map(escaped).join('|');
}

/** An identifier may have a dollar sign. */
function escaped(name: string): string {
  return name.replaceAll('$', '\\$');
}
