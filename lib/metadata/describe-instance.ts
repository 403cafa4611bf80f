import { snakeCase } from '../naming';
import type { DurationUnit } from '../values';
import { durationOfCode } from './describe-durations';
import { MetadataError } from './errors';
import type { ActionParameter, ArgumentDeclaration, ArgumentSource } from './types/actions';
import type { DomainClass } from './types/domain-class';
import type { EntityMetadata } from './types/entities';
import { isPlainClass, valueSource } from './value-source';
import { wireNamesOf } from './wire-names';

/** The classes of a model, by which the types of arguments are recognised. */
export interface KnownClasses {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  /** The fields of a plain class with `@Argument`, those of its superclasses first. */
  argumentsOf(type: DomainClass): ReadonlyMap<string, ArgumentDeclaration>;
  /** The fields of a plain class with `@Duration`. */
  durationsOf(type: DomainClass): ReadonlyMap<string, DurationUnit>;
}

/**
 * A plain class as an argument: its fields with `@Argument`, each read according to its declared type; nested plain
 * classes likewise.
 *
 * @param use    where the class is used, for messages: `Order.send takes as "address"`
 * @param within the classes that contain it
 * @throws MetadataError ARGUMENT_CLASS_UNMARKED, ARGUMENT_FIELD_UNTYPED, ARGUMENT_NOT_SETTABLE,
 *         ARGUMENT_SCHEMA_INVALID, DURATION_TYPE, DURATION_UNIT_UNKNOWN, WIRE_NAME_TAKEN
 */
export function describeInstance(
  type: DomainClass,
  use: string,
  known: KnownClasses,
  within: readonly DomainClass[] = [],
): ArgumentSource {
  const declared = known.argumentsOf(type);
  if (declared.size === 0) throw new MetadataError('ARGUMENT_CLASS_UNMARKED', type.name, use);
  wireNamesOf(type.name, [...declared.keys()]);
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
  if (isGetterOnly(owner.prototype, name)) throw new MetadataError('ARGUMENT_NOT_SETTABLE', owner.name, name);
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

function isGetterOnly(prototype: object | null, name: string): boolean {
  if (prototype === null) return false;
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (!property) return isGetterOnly(Object.getPrototypeOf(prototype), name);
  return property.get !== undefined && property.set === undefined;
}
