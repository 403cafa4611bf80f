import { snakeCase } from '../naming';
import type { DurationUnit, FieldType } from '../values';
import { annotationsOf, type Declarations } from './declarations';
import { durationOfCode } from './describe-durations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass, EntityDescription, EntityReader, FieldMetadata, FieldOrigin } from './types';

/** One class with what it says of itself, and who tells of its members. */
export interface ComputedCase {
  readonly type: DomainClass;
  readonly declared: Declarations;
  readonly description: EntityDescription;
  readonly reader: EntityReader;
}

/** The members without a column that are marked as fields: `@Computed`, or `@WriteOnly` on one that has a setter. */
export function computedNames({ type, declared, description, reader }: ComputedCase): ReadonlySet<string> {
  const hasColumn = (name: string) => description.fields.some((field) => field.name === name);
  const isSet = (name: string) => !hasColumn(name) && reader.computed?.(type, name)?.hasSetter === true;
  const writeOnly = [...declared.access].filter(([name, access]) => access === 'writeOnly' && isSet(name));
  return new Set([...declared.computed.keys(), ...writeOnly.map(([name]) => name)]);
}

/** Those members as fields, by name; what cannot work is noted and left out. */
export function describeComputed(
  one: ComputedCase,
  columns: ReadonlyMap<string, FieldMetadata>,
  mistakes: ModelMistakes,
): ReadonlyMap<string, FieldMetadata> {
  const described = new Map<string, FieldMetadata>();
  for (const name of computedNames(one)) {
    const field = mistakes.note(() => describe(one, name, columns));
    if (field) described.set(name, field);
    else mistakes.leaveOut(one.type, name);
  }
  return described;
}

/** @throws MetadataError */
function describe(one: ComputedCase, name: string, columns: ReadonlyMap<string, FieldMetadata>): FieldMetadata {
  const { type: owner, declared, reader } = one;
  const options = declared.computed.get(name);
  const access = declared.access.get(name) ?? 'open';
  if (hasColumn(one, name)) throw new MetadataError('COMPUTED_HAS_COLUMN', owner.name, name);
  if (access === 'hidden') throw new MetadataError('ACCESS_CONTRADICTS', owner.name, name, 'computed', access);
  const told = reader.computed?.(owner, name, options);
  if (!told || !(told.hasGetter || (access === 'writeOnly' && told.hasSetter))) {
    throw new MetadataError('COMPUTED_NO_GETTER', owner.name, name);
  }
  const { hasGetter, hasSetter, isNullable, hasDefault } = told;
  if (!told.type || told.type.kind === 'opaque') throw new MetadataError('COMPUTED_UNTYPED', owner.name, name);
  const unit = declared.durations.get(name);
  const type = unit === undefined ? told.type : durationFrom(told.type, owner.name, name, unit);
  const origin: FieldOrigin = hasSetter && access !== 'readOnly' ? 'payload' : 'computed';
  return Object.freeze({
    ...{ name, type, origin, isNullable, hasDefault, isPrimaryKey: false, isUnique: false },
    wireName: snakeCase(name),
    access,
    constraints: declared.constraints.get(name) ?? [],
    annotations: annotationsOf(declared, name),
    sources: sourcesOf(owner, name, options?.from ?? told.from ?? (hasGetter ? [...columns.keys()] : []), columns),
  });
}

function durationFrom({ kind }: FieldType, owner: string, name: string, unit: DurationUnit): FieldType {
  if (kind !== 'float' && kind !== 'integer') throw new MetadataError('DURATION_TYPE', owner, name);
  return durationOfCode(owner, name, unit);
}

function hasColumn({ description }: ComputedCase, name: string): boolean {
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
