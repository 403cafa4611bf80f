import type { EntityMetadata, MetadataRegistry } from '../../metadata';
import { type Entity, modelOf } from '../models/domain-model';
import { hasInsertHooks } from '../models/write-hooks';
import { type EntityKey, entityAt, type Place } from '../reads/place';
import type { Retrieval } from '../reads/retrieval';
import { isScoped, type Scopes } from '../reads/scopes';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { currentUnit } from '../unit-of-work/unit-of-work';
import { isOneInsert } from './insert-planned';
import { deleteAlone, isDeletedPlainly } from './lone-delete';
import { RowLocks } from './row-locks';
import { entityOf } from './stored-entity';
import { isSavedPlainly } from './update-planned';
import { partialReferences } from './verify-references';
import { withoutBytes } from './without-bytes';

/** The things that the writes depend on beside the model. */
interface Surroundings {
  readonly dataSource: { readonly sequelize: DomainSequelize };
  readonly registry: MetadataRegistry;
  readonly scopes: Scopes;
  readonly retrieval: Retrieval;
}

/** Writes of roots by one statement, which is a transaction by itself: no lock, no question and no hook goes with it. */
export class LoneWrites {
  constructor(private readonly surroundings: Surroundings) {}

  /** Runs work that is one such statement; again where a unit of work would be run again. */
  statement<T>(work: () => Promise<T>): Promise<T> {
    return this.#sequelize.statement(work);
  }

  /** Whether so many entities at the place are created by one INSERT. */
  mayCreate(place: Place, count: number): boolean {
    const entity = entityAt(place);
    const model = modelOf(entity.type);
    if (entity.hasInvariants) return false;
    return this.#isAlone(place) && this.#refersToWhole(entity) && !hasInsertHooks(model) && isOneInsert(model, count);
  }

  /** Whether an entity at the place is updated by one UPDATE, which finds out whether the row was changed since it was read. */
  mayUpdate(place: Place): boolean {
    const entity = entityAt(place);
    const model = modelOf(entity.type);
    const isVersioned = model._versionAttribute !== undefined && !currentUnit(this.#sequelize);
    if (entity.hasInvariants) return false;
    return isVersioned && this.#isAlone(place) && this.#refersToWhole(entity) && isSavedPlainly(model);
  }

  /** The entity at the place that has the key, for {@link mayUpdate}: not locked. */
  async read(place: Place, key: EntityKey, isWithoutBytes: boolean): Promise<Entity | undefined> {
    const selection = isWithoutBytes ? withoutBytes(entityAt(place)) : undefined;
    const [row] = await this.surroundings.retrieval.find(place, [key], { selection });
    return row && entityOf(entityAt(place), row);
  }

  /** Whether an entity at the place may be deleted by one DELETE, which finds out whether anything hangs on it. */
  mayDelete(place: Place): boolean {
    if (currentUnit(this.#sequelize) || !this.#isAlone(place)) return false;
    return isDeletedPlainly(entityAt(place), this.surroundings.registry.entities);
  }

  /** {@link deleteAlone} */
  delete(entity: EntityMetadata, key: EntityKey): Promise<Entity | undefined> {
    return this.statement(() => deleteAlone(entity, this.surroundings.registry.entities, key));
  }

  /** Whether no other row has to be locked. A row that may be outside its scope can be refused in a transaction only. */
  #isAlone(place: Place): boolean {
    const { scopes, registry } = this.surroundings;
    const entity = entityAt(place);
    const isRoot = place.path.length === 0 && RowLocks.of(registry).holdersOf(entity).length === 0;
    return isRoot && !isScoped(entity, scopes);
  }

  #refersToWhole(entity: EntityMetadata): boolean {
    const { scopes, registry } = this.surroundings;
    return partialReferences(entity, registry.entities, scopes).length === 0;
  }

  get #sequelize(): DomainSequelize {
    return this.surroundings.dataSource.sequelize;
  }
}
