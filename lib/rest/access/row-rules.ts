import type { Principal, Request } from '../../core';
import type { CollectionPath, EntityMetadata, MetadataRegistry } from '../../metadata';
import { type Criteria, type EntityStore, ScopedStore, type Scopes } from '../../persistence';
import { SCOPE, type ScopeEntry, SecurityError } from '../../security';
import { readRule } from './read-rule';

/** @throws SecurityError SCOPE_NOT_ON_ROOT */
export function verifyScopes({ entities }: MetadataRegistry): void {
  for (const entity of entities) {
    const [entry] = rulesOf(entity);
    if (entry && !entity.isRoot) throw new SecurityError('SCOPE_NOT_ON_ROOT', entity.name, entry.at);
  }
}

/** The store as the one who sends a request knows it; the store itself where no class of the model has a rule. */
export function storeFor(store: EntityStore, request: Request): EntityStore {
  const paths = pathsFromScopedRoots(store.registry);
  return paths ? new ScopedStore(store, scopesOf(request, paths)) : store;
}

type Paths = ReadonlyMap<EntityMetadata, readonly CollectionPath[]>;

const SCOPES = 'koaggregate.scopes';

/** The rules are asked once in a request, each when it is first needed. */
function scopesOf({ attributes, principal }: Request, paths: Paths): Scopes {
  const known = attributes.get(SCOPES) as Scopes | undefined;
  if (known) return known;
  const criteria = new Map<EntityMetadata, readonly Criteria[]>();
  const scopes: Scopes = {
    of(entity) {
      const read = criteria.get(entity) ?? criteriaOf(entity, principal);
      criteria.set(entity, read);
      return read;
    },
    pathsTo: (entity) => paths.get(entity) ?? [],
  };
  attributes.set(SCOPES, scopes);
  return scopes;
}

function criteriaOf(entity: EntityMetadata, principal: Principal | undefined): readonly Criteria[] {
  return rulesOf(entity).flatMap(({ rule }) => readRule(entity, answerOf(entity, rule, principal)) ?? []);
}

function answerOf({ name }: EntityMetadata, rule: ScopeEntry['rule'], principal: Principal | undefined): unknown {
  try {
    return rule(principal);
  } catch (error) {
    const fault = new SecurityError('SCOPE_RULE_INVALID', name, `has thrown ${String(error)}`);
    fault.cause = error;
    throw fault;
  }
}

function rulesOf({ annotations }: EntityMetadata): readonly ScopeEntry[] {
  return (annotations.get(SCOPE) ?? []) as readonly ScopeEntry[];
}

const pathsOf = new WeakMap<MetadataRegistry, Paths | null>();

/** By the class that they end at; null where no class has a rule. */
function pathsFromScopedRoots(registry: MetadataRegistry): Paths | null {
  const known = pathsOf.get(registry);
  if (known !== undefined) return known;
  const scoped = registry.aggregates.filter(({ root }) => rulesOf(root).length > 0);
  const holding = scoped.flatMap(({ paths }) => paths).filter(isHolding);
  const ends = new Set(holding.map((path) => path.at(-1)!.target));
  const pathsTo = (end: EntityMetadata) => holding.filter((path) => path.at(-1)!.target === end);
  const paths = scoped.length === 0 ? null : new Map([...ends].map((end) => [end, pathsTo(end)]));
  pathsOf.set(registry, paths);
  return paths;
}

/**
 * Not past another root, which has rules of its own; nor through a class to itself, where only the first level would be
 * held by the root.
 */
function isHolding(path: CollectionPath): boolean {
  return path.every(({ kind, owner, target }) => kind === 'oneToMany' && !target.isRoot && target !== owner);
}
