import { isVisibleAssociation, type Operation, visibleFields } from '../../rest';
import { joinCode } from '../join-code';
import { arrayOf, type JsonSchema } from '../schema/json-schema';
import type { ParameterDescription } from './api-description';

/** The parameters `include`, `exclude` and `expand`. */
export function selectionParameters({ entity, input }: Operation): ParameterDescription[] {
  const associations = [...entity.references.values(), ...entity.collections.values()].filter(isVisibleAssociation);
  const associationNames = associations.flatMap(namesOf);
  const fieldNames = visibleFields(entity, input.search.takesDeleted).flatMap(namesOf);
  const parameter = (name: string, schema: JsonSchema, description: string): ParameterDescription => ({
    ...{ name, in: 'query', isRequired: false, schema, several: 'commas', component: `${entity.name}.${name}` },
    description,
  });
  const all = namesSchema(fieldNames, associationNames);
  return [
    parameter('include', all, 'Shows only these members.'),
    parameter('exclude', all, 'Leaves these members out, except those in `include`.'),
    ...(associationNames.length > 0
      ? [parameter('expand', namesSchema([], associationNames), `Adds associations: ${joinCode(associationNames)}.`)]
      : []),
  ];
}

/** The wire name, and the old one of a renamed member. */
function namesOf(member: {
  readonly wireName: string;
  readonly renamed?: { readonly name: string };
}): readonly string[] {
  return member.renamed ? [member.wireName, member.renamed.name] : [member.wireName];
}

/** @param associations  may be followed by a dot and names of the other class, which are not listed here */
function namesSchema(fields: readonly string[], associations: readonly string[]): JsonSchema {
  const dotted = associations.length > 0 ? [`(${associations.map(escaped).join('|')})(\\.[^.,\\s]+)*`] : [];
  const pattern = itemPattern(`(${[...fields.map(escaped), ...dotted].join('|')})`);
  return { ...arrayOf({ type: 'string', pattern }), minItems: 1 };
}

/** The pattern of one name in a list with commas: blanks around it are ignored. */
export function itemPattern(name: string): string {
  return `^ *${name} *$`;
}

/** A name in a pattern: identifiers may contain a dollar sign, and names of searches have dots. */
export function escaped(name: string): string {
  return name.replaceAll('.', '\\.').replaceAll('$', '\\$');
}
