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
import { verifyNames } from './verify-names';

interface Sealed {
  readonly entities: ReadonlyMap<DomainClass, EntityMetadata>;
  readonly aggregates: ReadonlyMap<DomainClass, AggregateMetadata>;
  readonly warnings: readonly string[];
}

/** A class with a description. */
interface Described {
  /** The marks of its decorators, without those of the description. */
  readonly own: Declarations;
  /** Whether an attempt to start has read the description. */
  isSettled: boolean;
}

/**
 * The metadata of domain classes: one entry for each class.
 *
 * It has two phases. While modules load, decorators declare. At the start `seal()` verifies the declarations and freezes
 * the registry; from then on it is only read.
 */
export class MetadataRegistry {
  readonly #declarations: Map<DomainClass, Declarations>;
  readonly #described = new Map<DomainClass, Described>();
  #describing?: DomainClass;
  #sealed?: Sealed;

  constructor(declarations: ReadonlyMap<DomainClass, Declarations> = new Map()) {
    this.#declarations = new Map([...declarations].map(([type, declared]) => [type, copyDeclarations(declared)]));
  }

  declareAggregate(type: DomainClass, options: AggregateRootOptions): void {
    this.#declare(type, (declared) => {
      declared.aggregate = options;
    });
  }

  declareCollection(type: DomainClass, property: string, options: CollectionOptions): void {
    this.#declare(type, ({ collections }) => void collections.set(property, options));
  }

  declareOne(type: DomainClass, property: string, options: OneOptions): void {
    this.#declare(type, ({ ones }) => void ones.set(property, options));
  }

  declareEntityKey(type: DomainClass, field: string, options: EntityKeyOptions = {}): void {
    this.#declare(type, ({ entityKeys }) => void entityKeys.set(field, options));
  }

  declareSearchable(type: DomainClass, field: string, options: SearchableOptions): void {
    this.#declare(type, ({ searchable }) => void searchable.set(field, options));
  }

  declareLarge(type: DomainClass, field: string, options: LargeOptions): void {
    this.#declare(type, ({ large }) => void large.set(field, options));
  }

  declareRenamed(type: DomainClass, member: string, renamed: RenamedDeclaration): void {
    this.#declare(type, (declared) => void declared.renamed.set(member, renamed));
  }

  declareAccess(type: DomainClass, field: string, access: FieldAccess): void {
    this.#declare(type, (declared) => declareAccess(declared, type.name, field, access));
  }

  declareDuration(type: DomainClass, field: string, unit: DurationUnit): void {
    this.#declare(type, ({ durations }) => void durations.set(field, unit));
  }

  /** Called before the `declareAction` of the method: TypeScript runs decorators of parameters first. */
  declareDurationParameter(type: DomainClass, method: string, index: number, unit: DurationUnit): void {
    this.#declare(type, ({ durationParameters: known }) => {
      known.set(method, new Map([...(known.get(method) ?? []), [index, unit]]));
    });
  }

  declareComputed(type: DomainClass, field: string, computed: ComputedDeclaration): void {
    this.#declare(type, (declared) => void declared.computed.set(field, computed));
  }

  declareAction(type: DomainClass, action: ActionDeclaration): void {
    this.#declare(type, ({ actions, durationParameters }) => {
      actions.push({ durations: durationParameters.get(action.method), ...action });
    });
  }

  declareInvariant(type: DomainClass, invariant: InvariantDeclaration): void {
    this.#declare(type, ({ invariants }) => void invariants.push(invariant));
  }

  declareArgument(type: DomainClass, field: string, argument: ArgumentDeclaration): void {
    this.#declare(type, (declared) => void declared.arguments.set(field, argument));
  }

  /** @param field the column that the schema is for; the class itself when absent */
  declareConstraint(type: DomainClass, schema: unknown, field: string = WHOLE_CLASS): void {
    this.#declare(type, (declared) => addConstraints(declared, field, [schema]));
  }

  /**
   * Attaches a value of another layer to a class or one of its members.
   *
   * @param mark   the key of the layer's values; its description names the decorator: `Symbol('@Secure')`
   * @param member a column, a collection, or the method of an action; the class itself when absent
   */
  annotate(type: DomainClass, mark: symbol, value: unknown, member: string = WHOLE_CLASS): void {
    this.#declare(type, (declared) => annotate(declared, member, mark, [value]));
  }

  /**
   * Declares the marks of a description. They replace those of an earlier one; marks of decorators stay.
   *
   * @throws MetadataError DESCRIBED_TWICE unless {@link settleDescriptions} was called in between
   * @throws an error of `declare`; then no mark of the description stays
   */
  describe(type: DomainClass, declare: () => void): void {
    const earlier = this.#described.get(type);
    if (earlier && !earlier.isSettled) throw new MetadataError('DESCRIBED_TWICE', type.name);
    const own = earlier?.own ?? copyDeclarations(this.#declarations.get(type) ?? emptyDeclarations());
    const restore = () => void this.#declarations.set(type, copyDeclarations(own));
    restore();
    this.#described.set(type, { own, isSettled: false });
    this.#describing = type;
    try {
      declare();
    } catch (error) {
      restore();
      this.#described.delete(type);
      throw error;
    } finally {
      this.#describing = undefined;
    }
  }

  /** Ends an attempt to start: a class that is described again gets the new marks alone. */
  settleDescriptions(): void {
    for (const described of this.#described.values()) described.isSettled = true;
  }

  /** A new registry with the declarations so far, so that two applications never share one by accident. */
  copy(): MetadataRegistry {
    return new MetadataRegistry(this.#declarations);
  }

  /** Whether the class itself has `@AggregateRoot`; may be called before and after `seal()`. */
  isDeclaredRoot(type: DomainClass): boolean {
    return this.#declarations.get(type)?.aggregate !== undefined;
  }

  /** Whether the class itself has `@AggregateRoot({ keyed: false })`; may be called before and after `seal()`. */
  isDeclaredKeyless(type: DomainClass): boolean {
    return this.#declarations.get(type)?.aggregate?.keyed === false;
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
      const aggregates = describeAggregates(declarations, known);
      const warnings = verifyNames({ entities, aggregates, declarations, reader }, mistakes);
      return { entities, aggregates, warnings };
    });
  }

  /** In the order of the classes passed to `seal()`. */
  get aggregates(): readonly AggregateMetadata[] {
    return [...this.#requireSealed().aggregates.values()];
  }

  get entities(): readonly EntityMetadata[] {
    return [...this.#requireSealed().entities.values()];
  }

  /** What is no mistake, but probably not meant. */
  get warnings(): readonly string[] {
    return this.#requireSealed().warnings;
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

  #declare(type: DomainClass, declare: (declared: Declarations) => void): void {
    if (this.#sealed) throw new MetadataError('SEALED', type.name);
    const declared = this.#declarations.get(type) ?? emptyDeclarations();
    this.#declarations.set(type, declared);
    declare(declared);
    const { own } = this.#described.get(type) ?? {};
    if (own && this.#describing !== type) declare(own);
  }

  #requireSealed(): Sealed {
    if (!this.#sealed) throw new MetadataError('NOT_SEALED');
    return this.#sealed;
  }
}

/** The registry that decorators declare in; all other code receives a registry as an argument. */
export const defaultRegistry = new MetadataRegistry();
