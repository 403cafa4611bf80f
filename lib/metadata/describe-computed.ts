import { snakeCase } from '../naming';
import type { DurationUnit, FieldType } from '../values';
import { annotationsOf, type Declarations } from './declarations';
import { durationOfCode } from './describe-durations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass } from './types/domain-class';
import type { EntityDescription, EntityReader } from './types/entities';
import type { FieldMetadata, FieldOrigin } from './types/fields';

/** A class with its decorators, and persistence's description of it. */
export interface DescribedClass {
  readonly type: DomainClass;
  readonly declared: Declarations;
  readonly description: EntityDescription;
  readonly reader: EntityReader;
}

/** The names of fields without a column: members with `@Computed`, or with `@WriteOnly` and a setter. */
export function computedNames({ type, declared, description, reader }: DescribedClass): ReadonlySet<string> {
  const hasColumn = (name: string) => description.fields.some((field) => field.name === name);
  const isSet = (name: string) => !hasColumn(name) && reader.computed?.(type, name)?.hasSetter === true;
  const writeOnly = [...declared.access].filter(([name, access]) => access === 'writeOnly' && isSet(name));
  return new Set([...declared.computed.keys(), ...writeOnly.map(([name]) => name)]);
}

/** The computed fields of a class by name; those with mistakes are reported and left out. */
export function describeComputed(
  described: DescribedClass,
  columns: ReadonlyMap<string, FieldMetadata>,
  mistakes: ModelMistakes,
): ReadonlyMap<string, FieldMetadata> {
  const computed = new Map<string, FieldMetadata>();
  for (const name of computedNames(described)) {
    const field = mistakes.note(() => describe(described, name, columns));
    if (field) computed.set(name, field);
    else mistakes.leaveOut(described.type, name);
  }
  return computed;
}

/** @throws MetadataError */
function describe(described: DescribedClass, name: string, columns: ReadonlyMap<string, FieldMetadata>): FieldMetadata {
  const { type: owner, declared, reader } = described;
  const options = declared.computed.get(name);
  const access = declared.access.get(name) ?? 'open';
  if (hasColumn(described, name)) throw new MetadataError('COMPUTED_HAS_COLUMN', owner.name, name);
  if (access === 'hidden') throw new MetadataError('ACCESS_CONTRADICTS', owner.name, name, 'computed', access);
  const member = reader.computed?.(owner, name, options);
  if (!member || !(member.hasGetter || (access === 'writeOnly' && member.hasSetter))) {
    throw new MetadataError('COMPUTED_NO_GETTER', owner.name, name);
  }
  const { hasGetter, hasSetter, isNullable, hasDefault } = member;
  if (!member.type || member.type.kind === 'opaque') throw new MetadataError('COMPUTED_UNTYPED', owner.name, name);
  const unit = declared.durations.get(name);
  const type = unit === undefined ? member.type : durationFrom(member.type, owner.name, name, unit);
  const from = options?.from ?? member.from ?? (hasGetter ? [...columns.keys()] : []);
  const origin: FieldOrigin = hasSetter && access !== 'readOnly' ? 'payload' : 'computed';
  return Object.freeze({
    ...{ name, type, origin, isNullable, hasDefault, isPrimaryKey: false, isUnique: false },
    wireName: snakeCase(name),
    access,
    constraints: declared.constraints.get(name) ?? [],
    annotations: annotationsOf(declared, name),
    sources: sourcesOf(owner, name, from, columns),
  });
}

function durationFrom({ kind }: FieldType, owner: string, name: string, unit: DurationUnit): FieldType {
  if (kind !== 'float' && kind !== 'integer') throw new MetadataError('DURATION_TYPE', owner, name);
  return durationOfCode(owner, name, unit);
}

function hasColumn({ description }: DescribedClass, name: string): boolean {
  const associations = [...description.collections, ...description.references].map(({ property }) => property);
  return description.fields.some((field) => field.name === name) || associations.includes(name);
}

function sourcesOf(
  owner: DomainClass,
  name: string,
  from: readonly string[],
  columns: ReadonlyMap<string, FieldMetadata>,
): readonly FieldMetadata[] {
  return from.map((source) => {
    const column = columns.get(source);
    if (column) return column;
    throw new MetadataError('COMPUTED_SOURCE_UNKNOWN', owner.name, name, source, [...columns.keys()].join(', '));
  });
}
