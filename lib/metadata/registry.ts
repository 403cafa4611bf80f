import type { DurationUnit } from '../values';
import {
  addConstraints,
  annotate,
  copyDeclarations,
  type Declarations,
  declareAccess,
  emptyDeclarations,
  inheritedDeclarations,
  WHOLE_CLASS,
} from './declarations';
import { describeAggregates } from './describe-aggregates';
import { describeEntities } from './describe-entities';
import { MetadataError } from './errors';
import { collectMistakes, type ModelMistakes } from './model-mistakes';
import type { ActionDeclaration, ArgumentDeclaration } from './types/actions';
import type { AggregateMetadata, AggregateRootOptions, InvariantDeclaration } from './types/aggregates';
import type { CollectionOptions, OneOptions } from './types/associations';
import type { DomainClass } from './types/domain-class';
import type { EntityMetadata, EntityReader } from './types/entities';
import type {
  ComputedDeclaration,
  EntityKeyOptions,
  FieldAccess,
  LargeOptions,
  RenamedDeclaration,
  SearchableOptions,
} from './types/fields';

interface Sealed {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly aggregates: ReadonlyMap<DomainClass, AggregateMetadata>;
}

/**
 * The metadata of domain classes: one entry for each class.
 *
 * It has two phases. While modules load, decorators declare. At the start `seal()` verifies the declarations and freezes
 * the registry; from then on it is only read.
 */
export class MetadataRegistry {
  readonly #declarations: Map<DomainClass, Declarations>;
  #sealed?: Sealed;

  constructor(declarations: ReadonlyMap<DomainClass, Declarations> = new Map()) {
    this.#declarations = new Map([...declarations].map(([type, declared]) => [type, copyDeclarations(declared)]));
  }

  declareAggregate(type: DomainClass, options: AggregateRootOptions): void {
    this.#of(type).aggregate = options;
  }

  declareCollection(type: DomainClass, property: string, options: CollectionOptions): void {
    this.#of(type).collections.set(property, options);
  }

  declareOne(type: DomainClass, property: string, options: OneOptions): void {
    this.#of(type).ones.set(property, options);
  }

  declareEntityKey(type: DomainClass, field: string, options: EntityKeyOptions = {}): void {
    this.#of(type).entityKeys.set(field, options);
  }

  declareSearchable(type: DomainClass, field: string, options: SearchableOptions): void {
    this.#of(type).searchable.set(field, options);
  }

  declareLarge(type: DomainClass, field: string, options: LargeOptions): void {
    this.#of(type).large.set(field, options);
  }

  declareRenamed(type: DomainClass, member: string, renamed: RenamedDeclaration): void {
    this.#of(type).renamed.set(member, renamed);
  }

  declareAccess(type: DomainClass, field: string, access: FieldAccess): void {
    declareAccess(this.#of(type), type.name, field, access);
  }

  declareDuration(type: DomainClass, field: string, unit: DurationUnit): void {
    this.#of(type).durations.set(field, unit);
  }

  /** Called before the `declareAction` of the method: TypeScript runs decorators of parameters first. */
  declareDurationParameter(type: DomainClass, method: string, index: number, unit: DurationUnit): void {
    const { durationParameters: known } = this.#of(type);
    known.set(method, new Map([...(known.get(method) ?? []), [index, unit]]));
  }

  declareComputed(type: DomainClass, field: string, computed: ComputedDeclaration): void {
    this.#of(type).computed.set(field, computed);
  }

  declareAction(type: DomainClass, action: ActionDeclaration): void {
    const declared = this.#of(type);
    declared.actions.push({ durations: declared.durationParameters.get(action.method), ...action });
  }

  declareInvariant(type: DomainClass, invariant: InvariantDeclaration): void {
    this.#of(type).invariants.push(invariant);
  }

  declareArgument(type: DomainClass, field: string, argument: ArgumentDeclaration): void {
    this.#of(type).arguments.set(field, argument);
  }

  /** @param field the column that the schema is for; the class itself when absent */
  declareConstraint(type: DomainClass, schema: unknown, field: string = WHOLE_CLASS): void {
    addConstraints(this.#of(type), field, [schema]);
  }

  /**
   * Attaches a value of another layer to a class or one of its members.
   *
   * @param mark   the key of the layer's values; its description names the decorator: `Symbol('@Secure')`
   * @param member a column, a collection, or the method of an action; the class itself when absent
   */
  annotate(type: DomainClass, mark: symbol, value: unknown, member: string = WHOLE_CLASS): void {
    annotate(this.#of(type), member, mark, [value]);
  }

  /** A new registry with the declarations so far, so that two applications never share one by accident. */
  copy(): MetadataRegistry {
    return new MetadataRegistry(this.#declarations);
  }

  /** Whether the class itself has `@AggregateRoot`; may be called before and after `seal()`. */
  isDeclaredRoot(type: DomainClass): boolean {
    return this.#declarations.get(type)?.aggregate !== undefined;
  }

  /** The classes with a decorator on them or on a member, in the order of their first declaration. */
  get declaredClasses(): readonly DomainClass[] {
    return [...this.#declarations.keys()];
  }

  get isSealed(): boolean {
    return this.#sealed !== undefined;
  }

  /**
   * Verifies the declarations of the given classes against their columns and associations, and freezes the registry.
   *
   * @param outer the list that mistakes are added to; without one they are thrown
   * @throws MetadataError with class, field and remedy; SeveralMistakes for several
   */
  seal(types: readonly DomainClass[], reader: EntityReader, outer?: ModelMistakes): void {
    const declared = (type: DomainClass) => inheritedDeclarations(type, (ancestor) => this.#declarations.get(ancestor));
    const declarations = new Map(types.map((type) => [type, declared(type)]));
    const argumentsOf = (type: DomainClass) => declared(type).arguments;
    const durationsOf = (type: DomainClass) => declared(type).durations;
    this.#sealed = collectMistakes(outer, (mistakes) => {
      const entities = describeEntities(declarations, reader, mistakes, declared);
      const known = { entities, argumentsOf, durationsOf, reader, mistakes };
      return { entities, aggregates: describeAggregates(declarations, known) };
    });
  }

  /** In the order of the classes passed to `seal()`. */
  get aggregates(): readonly AggregateMetadata[] {
    return [...this.#requireSealed().aggregates.values()];
  }

  get entities(): readonly EntityMetadata[] {
    return [...this.#requireSealed().entities.values()];
  }

  /** @throws MetadataError NOT_AN_AGGREGATE_ROOT */
  aggregate(type: DomainClass): AggregateMetadata {
    const found = this.#requireSealed().aggregates.get(type);
    if (!found) throw new MetadataError('NOT_AN_AGGREGATE_ROOT', type.name);
    return found;
  }

  /** Undefined for a class that is not part of the domain. */
  entity(type: DomainClass): EntityMetadata | undefined {
    return this.#requireSealed().entities.get(type);
  }

  #of(type: DomainClass): Declarations {
    if (this.#sealed) throw new MetadataError('SEALED', type.name);
    const found = this.#declarations.get(type) ?? emptyDeclarations();
    this.#declarations.set(type, found);
    return found;
  }

  #requireSealed(): Sealed {
    if (!this.#sealed) throw new MetadataError('NOT_SEALED');
    return this.#sealed;
  }
}

/** The registry that decorators declare in; all other code receives a registry as an argument. */
export const defaultRegistry = new MetadataRegistry();
