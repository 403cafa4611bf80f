import type { DurationUnit } from '../values';
import { MetadataError } from './errors';
import type { ActionDeclaration, ArgumentDeclaration } from './types/actions';
import type { AggregateRootOptions, InvariantDeclaration } from './types/aggregates';
import type { CollectionOptions, OneOptions } from './types/associations';
import type { Annotations, DomainClass, Exposure } from './types/domain-class';
import type {
  ComputedDeclaration,
  EntityKeyOptions,
  FieldAccess,
  LargeOptions,
  RenamedDeclaration,
  SearchableOptions,
} from './types/fields';

/** The decorators of one class, before anything is checked. */
export interface Declarations {
  aggregate?: AggregateRootOptions;
  readonly entityKeys: Map<string, EntityKeyOptions>;
  readonly collections: Map<string, CollectionOptions>;
  /** `@One`, by property. */
  readonly ones: Map<string, OneOptions>;
  readonly searchable: Map<string, SearchableOptions>;
  readonly large: Map<string, LargeOptions>;
  /** `@RenamedFrom`, by member. */
  readonly renamed: Map<string, RenamedDeclaration>;
  readonly access: Map<string, FieldAccess>;
  readonly durations: Map<string, DurationUnit>;
  /** By method, then by the position of the parameter. */
  readonly durationParameters: Map<string, ReadonlyMap<number, DurationUnit>>;
  readonly computed: Map<string, ComputedDeclaration>;
  readonly actions: ActionDeclaration[];
  readonly invariants: InvariantDeclaration[];
  /** `@Argument`, by the field of a plain class. */
  readonly arguments: Map<string, ArgumentDeclaration>;
  /** Schemas by field; those of the class itself under {@link WHOLE_CLASS}. */
  readonly constraints: Map<string, readonly unknown[]>;
  /** By member, then by mark; those of the class itself under {@link WHOLE_CLASS}. */
  readonly annotations: Map<string, Annotations>;
}

/** Stands for the class itself in place of a member: no field has this name. */
export const WHOLE_CLASS = '';

const NO_ANNOTATIONS: Annotations = new Map();

export function emptyDeclarations(): Declarations {
  const marks = {
    collections: new Map(),
    ones: new Map(),
    searchable: new Map(),
    access: new Map(),
    durations: new Map(),
    durationParameters: new Map(),
    constraints: new Map(),
  };
  return {
    entityKeys: new Map(),
    computed: new Map(),
    actions: [],
    invariants: [],
    arguments: new Map(),
    annotations: new Map(),
    large: new Map(),
    renamed: new Map(),
    ...marks,
  };
}

export function copyDeclarations({ aggregate, ...marks }: Declarations): Declarations {
  return {
    aggregate,
    entityKeys: new Map(marks.entityKeys),
    collections: new Map(marks.collections),
    ones: new Map(marks.ones),
    searchable: new Map(marks.searchable),
    large: new Map(marks.large),
    renamed: new Map(marks.renamed),
    access: new Map(marks.access),
    durations: new Map(marks.durations),
    durationParameters: new Map(marks.durationParameters),
    computed: new Map(marks.computed),
    actions: [...marks.actions],
    invariants: [...marks.invariants],
    arguments: new Map(marks.arguments),
    constraints: new Map(marks.constraints),
    annotations: new Map(marks.annotations),
  };
}

/**
 * The declarations of a class: its own take precedence over those of its superclasses.
 *
 * `@AggregateRoot` is not inherited: a subclass needs its own.
 */
export function inheritedDeclarations(
  type: DomainClass,
  own: (type: DomainClass) => Declarations | undefined,
): Declarations {
  const merged = emptyDeclarations();
  merged.aggregate = own(type)?.aggregate;
  for (const ancestor of lineage(type).reverse()) {
    const declared = own(ancestor);
    if (!declared) continue;
    if (declared.entityKeys.size > 0) replace(merged.entityKeys, declared.entityKeys);
    for (const [property, options] of declared.collections) merged.collections.set(property, options);
    for (const [property, options] of declared.ones) merged.ones.set(property, options);
    for (const [property, options] of declared.searchable) merged.searchable.set(property, options);
    for (const [property, options] of declared.large) merged.large.set(property, options);
    for (const [property, renamed] of declared.renamed) merged.renamed.set(property, renamed);
    for (const [property, access] of declared.access) merged.access.set(property, access);
    for (const [property, unit] of declared.durations) merged.durations.set(property, unit);
    for (const [method, units] of declared.durationParameters) merged.durationParameters.set(method, units);
    for (const [property, computed] of declared.computed) merged.computed.set(property, computed);
    overrideMethods(merged.actions, declared.actions);
    overrideMethods(merged.invariants, declared.invariants);
    for (const [field, argument] of declared.arguments) merged.arguments.set(field, argument);
    for (const [field, schemas] of declared.constraints) addConstraints(merged, field, schemas);
    inheritAnnotations(merged, declared);
  }
  return merged;
}

/** @throws MetadataError ACCESS_CONTRADICTS for two different marks on one field */
export function declareAccess(declarations: Declarations, owner: string, field: string, access: FieldAccess): void {
  const other = declarations.access.get(field);
  if (other && other !== access) throw new MetadataError('ACCESS_CONTRADICTS', owner, field, other, access);
  declarations.access.set(field, access);
}

/** A method that is decorated again replaces the declaration of the superclass. */
function overrideMethods<D extends { readonly method: string }>(inherited: D[], own: readonly D[]): void {
  const unchanged = inherited.filter(({ method }) => own.every((declared) => declared.method !== method));
  inherited.splice(0, inherited.length, ...unchanged, ...own);
}

/** Constraints add up: all of them must hold. */
export function addConstraints({ constraints }: Declarations, field: string, schemas: readonly unknown[]): void {
  constraints.set(field, [...(constraints.get(field) ?? []), ...schemas]);
}

/** Annotations of one mark add up. */
export function annotate(
  { annotations }: Declarations,
  member: string,
  mark: symbol,
  values: readonly unknown[],
): void {
  const known = annotations.get(member);
  annotations.set(member, new Map([...(known ?? []), [mark, [...(known?.get(mark) ?? []), ...values]]]));
}

export function annotationsOf({ annotations }: Declarations, member: string = WHOLE_CLASS): Annotations {
  return annotations.get(member) ?? NO_ANNOTATIONS;
}

function inheritAnnotations(merged: Declarations, { annotations }: Declarations): void {
  for (const [member, marks] of annotations) {
    for (const [mark, values] of marks) annotate(merged, member, mark, values);
  }
}

/** The class and its superclasses, nearest first. */
function lineage(type: DomainClass): DomainClass[] {
  const parent = Object.getPrototypeOf(type) as DomainClass | null;
  return parent && parent !== Function.prototype ? [type, ...lineage(parent)] : [type];
}

function replace<K, V>(target: Map<K, V>, source: ReadonlyMap<K, V>): void {
  target.clear();
  for (const [key, value] of source) target.set(key, value);
}

/** The flags with their default, true. A root with `keyed: false` is only read. */
export function exposureOf({ keyed: writes = true, ...flags }: Partial<Exposure> & { keyed?: boolean }): Exposure {
  const { create = writes, read = true, update = writes, delete: remove = writes } = flags;
  return Object.freeze({ create, read, update, delete: remove });
}
