import type { AggregateMetadata, CollectionMetadata, EntityMetadata, InvariantMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { associationKeys, type OneToMany } from '../models/association';
import { defaultCriteria } from '../models/default-scope';
import { modelOf } from '../models/domain-model';
import { storedForeignKeysOf } from '../models/stored-foreign-keys';
import { codeOnReads } from '../reads/code-run-on-reads';

/** Keys of other types may be equal to several texts. */
const EXACT_KEYS: ReadonlySet<FieldType['kind']> = new Set(['integer', 'uuid']);

/** What is known of the aggregates of a database whose roots are new. */
export class NewAggregates {
  readonly #known = new WeakSet<AggregateMetadata>();
  readonly #late = new WeakSet<InvariantMetadata>();

  /** @param storedAsWritten the classes whose new rows are known without reading them */
  add(aggregates: readonly AggregateMetadata[], storedAsWritten: ReadonlySet<EntityMetadata>): void {
    for (const aggregate of aggregates) {
      const areKnown = loadedClasses(aggregate).every((entity) => storedAsWritten.has(entity));
      if (areKnown && loadedBy(aggregate).every(isNewWithParent)) this.#known.add(aggregate);
    }
  }

  /**
   * Whether the rows that are written tell what a new root is, as far as its invariants load it: no other row belongs to
   * it, and no code runs when its rows are found.
   */
  areKnown(aggregate: AggregateMetadata): boolean {
    return this.#known.has(aggregate) && loadedClasses(aggregate).every((entity) => !codeOnReads(entity).runsOnFinds);
  }

  /** Whether invariants may be checked before a root is inserted: none of them is known to need more than its values. */
  areEarly({ invariants }: AggregateMetadata): boolean {
    return invariants.every((invariant) => !this.#late.has(invariant));
  }

  /** Remembers an invariant that needs the stored row. */
  noteLate(invariant: InvariantMetadata): void {
    this.#late.add(invariant);
  }
}

function loadedBy({ invariants }: AggregateMetadata): readonly CollectionMetadata[] {
  return invariants.flatMap(({ load }) => load.flat());
}

function loadedClasses(aggregate: AggregateMetadata): readonly EntityMetadata[] {
  return [aggregate.root, ...loadedBy(aggregate).map(({ target }) => target)];
}

/** Whether all children of a new parent are new: the database has the foreign key. */
function isNewWithParent(collection: CollectionMetadata): boolean {
  const { owner, target, kind } = collection;
  const [holder, referred] = [modelOf(target.type), modelOf(owner.type)];
  if (kind === 'manyToMany' || defaultCriteria(holder) !== undefined) return false;
  const { foreignKey: field, sourceKey: referredField, scope } = associationKeys(collection) as OneToMany;
  const isExact = EXACT_KEYS.has(owner.fields.get(referredField)?.type.kind ?? 'opaque');
  const isChecked = storedForeignKeysOf(holder)?.find({ holder, field, referred, referredField }) !== undefined;
  return isExact && isChecked && Object.keys(scope).length === 0;
}
