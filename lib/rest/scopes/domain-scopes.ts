import type { Principal, Request } from '../../core';
import type { CollectionMetadata, EntityMetadata, MetadataRegistry, ModelMistakes } from '../../metadata';
import { type Criteria, type EntityStore, ScopedStore, type Scopes } from '../../persistence';
import { SCOPE, type ScopeEntry, SecurityError } from '../../security';
import { scopeCriteria } from './scope-criteria';

/** Adds SCOPE_NOT_ON_ROOT for each `@Scope` on a class that is not a root. */
export function verifyScopes({ entities }: MetadataRegistry, mistakes: ModelMistakes): void {
  for (const entity of entities) {
    const [entry] = rulesOf(entity);
    if (entry && !entity.isRoot) mistakes.add(new SecurityError('SCOPE_NOT_ON_ROOT', entity.name, entry.at));
  }
}

/** The scopes of a sealed model, declared by `@Scope`. */
export class DomainScopes {
  /** Undefined where no class has a scope. */
  readonly #parents?: ParentCollections;
  readonly #scoped: readonly EntityMetadata[];
  /** Whether any class has a scope. */
  readonly areAny: boolean;

  constructor(registry: MetadataRegistry) {
    this.#parents = parentsBelowScopedRoots(registry);
    this.areAny = this.#parents !== undefined;
    this.#scoped = registry.entities.filter((entity) => rulesOf(entity).length > 0);
  }

  /** The store restricted to the rows of a request; the store itself where no class has one. */
  storeFor(store: EntityStore, request: Request): EntityStore {
    return this.#parents ? new ScopedStore(store, scopesOf(request, this.#parents)) : store;
  }

  /** The results of all rules for a request; those of a class with an invalid one are null. */
  resultsOf(request: Request): readonly unknown[] {
    if (!this.#parents) return [];
    const scopes = scopesOf(request, this.#parents);
    return this.#scoped.map((entity) => {
      try {
        scopes.of(entity);
        return scopes.results(entity).map((result) => result ?? {});
      } catch {
        // Reading rows of the class reports it.
        return null;
      }
    });
  }
}

/** The collections that hold the entities of a class. */
type ParentCollections = ReadonlyMap<EntityMetadata, readonly CollectionMetadata[]>;

/** The request attribute of its scopes. */
const SCOPES = 'koaggregate.scopes';

/** The scopes of a request: each rule is called once, when its rows are first read. */
class RequestScopes implements Scopes {
  readonly #results = new Map<EntityMetadata, readonly unknown[]>();
  readonly #criteria = new Map<EntityMetadata, readonly Criteria[]>();

  constructor(
    private readonly principal: Principal | undefined,
    private readonly parents: ParentCollections,
  ) {}

  of(entity: EntityMetadata): readonly Criteria[] {
    const criteria =
      this.#criteria.get(entity) ?? this.results(entity).flatMap((result) => scopeCriteria(entity, result) ?? []);
    this.#criteria.set(entity, criteria);
    return criteria;
  }

  holding(entity: EntityMetadata): readonly CollectionMetadata[] {
    return this.parents.get(entity) ?? [];
  }

  results(entity: EntityMetadata): readonly unknown[] {
    const results =
      this.#results.get(entity) ?? rulesOf(entity).map(({ rule }) => callRule(entity, rule, this.principal));
    this.#results.set(entity, results);
    return results;
  }
}

function scopesOf({ attributes, principal }: Request, parents: ParentCollections): RequestScopes {
  const existing = attributes.get(SCOPES) as RequestScopes | undefined;
  if (existing) return existing;
  const scopes = new RequestScopes(principal, parents);
  attributes.set(SCOPES, scopes);
  return scopes;
}

function callRule({ name }: EntityMetadata, rule: ScopeEntry['rule'], principal: Principal | undefined): unknown {
  try {
    return rule(principal);
  } catch (error) {
    const invalid = new SecurityError('SCOPE_RULE_INVALID', name, `threw ${String(error)}`);
    invalid.cause = error;
    throw invalid;
  }
}

function rulesOf({ annotations }: EntityMetadata): readonly ScopeEntry[] {
  return (annotations.get(SCOPE) ?? []) as readonly ScopeEntry[];
}

/** The collections below roots with a rule, down to the next root, which has rules of its own. */
function parentsBelowScopedRoots(registry: MetadataRegistry): ParentCollections | undefined {
  const owners = new Set(registry.entities.filter((entity) => entity.isRoot && rulesOf(entity).length > 0));
  const parents = new Map<EntityMetadata, CollectionMetadata[]>();
  // A Set visits elements that are added during the loop.
  for (const owner of owners) {
    for (const collection of owner.collections.values()) {
      const { target } = collection;
      if (target.isRoot) continue;
      parents.set(target, [...(parents.get(target) ?? []), collection]);
      owners.add(target);
    }
  }
  return owners.size === 0 ? undefined : parents;
}
