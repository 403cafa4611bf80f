import type { CollectionMetadata, FieldMetadata } from '../../metadata';
import type { Entity } from '../../persistence';
import { codecOf } from '../../values';
import type { GivenValues } from './known-models';
import { type SampleValue, sampleValue } from './sample-value';

/** The values for a child of a many-to-many collection, divided by the tables that they belong to. */
export interface LinkSamples {
  /** Those of the join table, given or generated. */
  readonly link: ReadonlyMap<FieldMetadata, SampleValue>;
  /** The given ones of the child. */
  readonly own: GivenValues;
}

/**
 * Separates the columns of the join table from those of the child, and generates values for required ones that are not given.
 *
 * @param isIncluded  whether a value may be generated for the column
 * @param nextSeed    as `seed` of {@link sampleValue}
 */
export function linkSamples(
  { target, joinFields }: CollectionMetadata,
  values: GivenValues,
  isIncluded: (field: FieldMetadata) => boolean = () => true,
  nextSeed: () => number,
): LinkSamples {
  const fields = [...joinFields.values()];
  const given = Object.entries(values).map(([name, value]) => ({
    name,
    value,
    field: fields.find((one) => one.name === name || one.wireName === name),
  }));
  const givenFields = new Set(given.map(({ field }) => field));
  const required = fields.filter((field) => !field.isNullable && !field.hasDefault && isIncluded(field));
  const missing = required.filter((field) => !givenFields.has(field));
  const generated = missing.map((field) => [field, sampleValue(target, field, nextSeed())] as const);
  const linking = given.flatMap(({ field, value }) =>
    field ? [[field, { json: value, value: toDomainValue(field, value) }] as const] : [],
  );
  const own = given.filter(({ field }) => !field).map(({ name, value }) => [name, value] as const);
  return { link: new Map([...generated, ...linking]), own: Object.fromEntries(own) };
}

/** The types whose values differ between JSON and the domain. */
const CONVERTED = new Set(['datetime', 'duration', 'bytes']);

/** Converts a given JSON value to that of the domain. */
export function toDomainValue(field: FieldMetadata | undefined, value: unknown): unknown {
  if (!field || typeof value !== 'string' || !CONVERTED.has(field.type.kind)) return value;
  const reading = codecOf(field.type).read(value);
  return 'value' in reading ? reading.value : value;
}

/** The part of a model class that names the methods of its associations, which those of plain Sequelize have too. */
interface Linking {
  readonly associations: Readonly<Record<string, { readonly accessors: { readonly add: string } }>>;
}

/** Links a stored child in a many-to-many collection. */
export function linkChild(
  parent: Entity,
  { property }: CollectionMetadata,
  child: Entity,
  through: object,
): Promise<unknown> {
  const { associations } = parent.constructor as unknown as Linking;
  const methods = parent as unknown as Record<string, (child: Entity, options: object) => Promise<unknown>>;
  return methods[associations[property]!.accessors.add]!(child, { through });
}
