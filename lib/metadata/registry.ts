import type { DurationUnit } from '../values';
import {
  addConstraints,
  annotate,
  copyDeclarations,
  type Declarations,
  declareAccess,
  emptyDeclarations,
  inheritedDeclarations,
  WHOLE,
} from './declarations';
import { describeAggregates } from './describe-aggregates';
import { describeEntities } from './describe-entities';
import { MetadataError } from './errors';
import { gathering, type ModelMistakes } from './model-mistakes';
import type {
  ActionDeclaration,
  AggregateMetadata,
  AggregateRootOptions,
  ArgumentDeclaration,
  CollectionOptions,
  ComputedDeclaration,
  DomainClass,
  EntityKeyOptions,
  EntityMetadata,
  EntityReader,
  FieldAccess,
  InvariantDeclaration,
  LargeOptions,
  OneOptions,
  RenamedDeclaration,
  SearchableOptions,
} from './types';

interface Sealed {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly aggregates: ReadonlyMap<DomainClass, AggregateMetadata>;
}

/**
 * Where declared domain metadata lives: one entry per domain class.
 *
 * It has two phases. While modules load, decorators declare. At startup `seal()` verifies and freezes;
 * from then on the registry is only read.
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

  /** Before the action that its method is. */
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

  /** @param field the column that the rule is for; the class as a whole when absent */
  declareConstraint(type: DomainClass, schema: unknown, field: string = WHOLE): void {
    addConstraints(this.#of(type), field, [schema]);
  }

  /**
   * Hangs what another room knows on a class or one of its members.
   *
   * @param mark   what the room finds it by; its description names the decorator: `Symbol('@Secure')`
   * @param member a column, a collection, or the method of an action; the class as a whole when absent
   */
  annotate(type: DomainClass, mark: symbol, value: unknown, member: string = WHOLE): void {
    annotate(this.#of(type), member, mark, [value]);
  }

  /** A registry of its own with what is declared so far, so that two applications never share one by accident. */
  copy(): MetadataRegistry {
    return new MetadataRegistry(this.#declarations);
  }

  /** Whether the class itself is marked as an aggregate root, sealed or not. */
  isDeclaredRoot(type: DomainClass): boolean {
    return this.#declarations.get(type)?.aggregate !== undefined;
  }

  /** The classes that carry a mark, or a member of which does; in the order in which they were first marked. */
  get declaredClasses(): readonly DomainClass[] {
    return [...this.#declarations.keys()];
  }

  get isSealed(): boolean {
    return this.#sealed !== undefined;
  }

  /**
   * Verifies the declarations of the given classes against what the reader knows of them, and freezes.
   *
   * @param handed where mistakes go, for one who has more to check; nothing is thrown then
   * @throws MetadataError with class, field and remedy; SeveralMistakes for several
   */
  seal(types: readonly DomainClass[], reader: EntityReader, handed?: ModelMistakes): void {
    const declared = (type: DomainClass) => inheritedDeclarations(type, (one) => this.#declarations.get(one));
    const declarations = new Map(types.map((type) => [type, declared(type)]));
    const argumentsOf = (type: DomainClass) => declared(type).arguments;
    const durationsOf = (type: DomainClass) => declared(type).durations;
    this.#sealed = gathering(handed, (mistakes) => {
      const entities = describeEntities(declarations, reader, mistakes, declared);
      const known = { entities, argumentsOf, durationsOf, reader, mistakes };
      return { entities, aggregates: describeAggregates(declarations, known) };
    });
  }

  /** In the order in which the classes were given. */
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

  /** Undefined for a class that is no part of the domain. */
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

/** Where the decorators declare; all else is handed a registry. */
export const defaultRegistry = new MetadataRegistry();
