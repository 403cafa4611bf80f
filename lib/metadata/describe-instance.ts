import { snakeCase } from '../naming';
import type { DurationUnit } from '../values';
import { durationOfCode } from './describe-durations';
import { MetadataError } from './errors';
import type { ActionParameter, ArgumentDeclaration, ArgumentSource, DomainClass, EntityMetadata } from './types';
import { isPlainClass, valueSource } from './value-source';
import { verifyWireNames } from './wire-names';

/** The descriptions of all classes. */
export interface KnownClasses {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  /** The fields of a plain class that are marked `@Argument`, those of its superclasses first. */
  argumentsOf(type: DomainClass): ReadonlyMap<string, ArgumentDeclaration>;
  /** Those of them that are marked `@Duration`. */
  durationsOf(type: DomainClass): ReadonlyMap<string, DurationUnit>;
}

/**
 * A plain class as an argument: its marked fields, each read by its declared type; those that are plain classes likewise.
 *
 * @param taken  by whom, for messages: `Order.send takes as "address"`
 * @param within the classes that it stands in
 * @throws MetadataError ARGUMENT_CLASS_UNMARKED, ARGUMENT_FIELD_UNTYPED, ARGUMENT_NOT_SETTABLE,
 *         ARGUMENT_SCHEMA_INVALID, DURATION_TYPE, DURATION_UNIT_UNKNOWN, WIRE_NAME_TAKEN
 */
export function describeInstance(
  type: DomainClass,
  taken: string,
  known: KnownClasses,
  within: readonly DomainClass[] = [],
): ArgumentSource {
  const declared = known.argumentsOf(type);
  if (declared.size === 0) throw new MetadataError('ARGUMENT_CLASS_UNMARKED', type.name, taken);
  verifyWireNames(type.name, [...declared.keys()]);
  const fields = [...declared].map(([name, argument]): ActionParameter => {
    const source = fieldSource(type, name, argument, known, [...within, type]);
    return Object.freeze({ name, wireName: snakeCase(name), isOptional: argument.optional === true, source });
  });
  return { kind: 'instance', type, fields: new Map(fields.map((field) => [field.wireName, field])) };
}

function fieldSource(
  owner: DomainClass,
  name: string,
  { type, schema }: ArgumentDeclaration,
  known: KnownClasses,
  within: readonly DomainClass[],
): ArgumentSource {
  if (isGetterAlone(owner.prototype, name)) throw new MetadataError('ARGUMENT_NOT_SETTABLE', owner.name, name);
  if (schema && typeof schema.validate !== 'function') {
    throw new MetadataError('ARGUMENT_SCHEMA_INVALID', owner.name, name);
  }
  const unit = known.durationsOf(owner).get(name);
  if (unit !== undefined) return durationSource(owner.name, name, unit, type === Number && !schema);
  if (schema) return { kind: 'rule', schema };
  const value = valueSource(type);
  if (value) return value;
  const isNested = isPlainClass(type) && !known.entities.has(type) && !within.includes(type);
  if (!isNested) throw new MetadataError('ARGUMENT_FIELD_UNTYPED', owner.name, name);
  return describeInstance(type, `${owner.name} has as "${name}"`, known, within);
}

/** @throws MetadataError DURATION_TYPE, DURATION_UNIT_UNKNOWN */
function durationSource(owner: string, name: string, unit: DurationUnit, isNumber: boolean): ArgumentSource {
  if (!isNumber) throw new MetadataError('DURATION_TYPE', owner, name);
  return { kind: 'duration', type: durationOfCode(owner, name, unit) };
}

function isGetterAlone(prototype: object | null, name: string): boolean {
  if (prototype === null) return false;
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (!property) return isGetterAlone(Object.getPrototypeOf(prototype), name);
  return property.get !== undefined && property.set === undefined;
}
