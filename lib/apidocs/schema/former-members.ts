import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { JsonSchema } from './json-schema';

type Member = FieldMetadata | CollectionMetadata;

/**
 * Adds the old names of renamed members to the schema of an entity. Responses show both names; a payload may use either.
 */
export function withFormerMembers(entity: EntityMetadata, schema: JsonSchema, isPayload: boolean): JsonSchema {
  const { properties = {} } = schema;
  const members: readonly Member[] = [...entity.fields.values(), ...entity.collections.values()];
  const renamed = members.filter((one) => one.renamed && properties[one.wireName]);
  if (renamed.length === 0) return schema;
  const former = renamed.map((one) => [one.renamed!.name, formerMember(one, properties[one.wireName]!)] as const);
  const extended = { ...schema, properties: { ...properties, ...Object.fromEntries(former) } };
  return isPayload ? acceptingEither(extended, renamed) : showingBoth(extended, renamed);
}

function formerMember({ wireName, renamed }: Member, schema: JsonSchema): JsonSchema {
  const description = `The old name of \`${wireName}\`, until ${renamed!.until}.`;
  return { ...schema, description, deprecated: true };
}

function showingBoth(schema: JsonSchema, renamed: readonly Member[]): JsonSchema {
  const { required = [], examples = [] } = schema;
  const names = new Map(renamed.map((one) => [one.wireName, one.renamed!.name]));
  const old = required.flatMap((name) => names.get(name) ?? []);
  return {
    ...schema,
    required: [...required, ...old],
    ...(examples.length > 0 && { examples: examples.map((one) => withFormer(one as object, names)) }),
  };
}

function withFormer(example: object, names: ReadonlyMap<string, string>): object {
  const old = Object.entries(example).flatMap(([name, value]) => (names.has(name) ? [[names.get(name), value]] : []));
  return { ...example, ...Object.fromEntries(old) };
}

function acceptingEither(schema: JsonSchema, renamed: readonly Member[]): JsonSchema {
  const { required = [], allOf = [], ...rest } = schema;
  const names = new Map(renamed.map((one) => [one.wireName, one.renamed!.name]));
  const unrenamed = required.filter((name) => !names.has(name));
  const alternatives = required
    .filter((name) => names.has(name))
    .map((name) => ({
      anyOf: [name, names.get(name)!].map((one) => ({ properties: { [one]: {} }, required: [one] })),
    }));
  const all = [...allOf.map((one) => withFormerAlternatives(one, names)), ...alternatives];
  return { ...rest, ...(unrenamed.length > 0 && { required: unrenamed }), ...(all.length > 0 && { allOf: all }) };
}

/** Adds the old names to an `anyOf` that requires one of several names. */
function withFormerAlternatives(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  const old = (schema.anyOf ?? []).flatMap(({ required: [name = ''] = [] }) => {
    const former = names.get(name);
    return former === undefined ? [] : [{ properties: { [former]: {} }, required: [former] }];
  });
  return old.length === 0 ? schema : { ...schema, anyOf: [...schema.anyOf!, ...old] };
}
