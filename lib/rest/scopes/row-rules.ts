import type { Principal, Request } from '../../core';
import type { CollectionMetadata, EntityMetadata, MetadataRegistry, ModelMistakes } from '../../metadata';
import { type Criteria, type EntityStore, ScopedStore, type Scopes } from '../../persistence';
import { SCOPE, type ScopeEntry, SecurityError } from '../../security';
import { readRule } from './read-rule';

/** Notes SCOPE_NOT_ON_ROOT. */
export function verifyScopes({ entities }: MetadataRegistry, mistakes: ModelMistakes): void {
  for (const entity of entities) {
    const [entry] = rulesOf(entity);
    if (entry && !entity.isRoot) mistakes.add(new SecurityError('SCOPE_NOT_ON_ROOT', entity.name, entry.at));
  }
}

/** The rules that `@Scope` gives the classes of a sealed model. */
export class RowRules {
  /** Undefined where no class has a rule. */
  readonly #holding?: Holding;

  constructor(registry: MetadataRegistry) {
    this.#holding = belowScopedRoots(registry);
  }

  /** Whether any class has a rule. */
  get areAny(): boolean {
    return this.#holding !== undefined;
  }

  /** The store as the one who sends a request knows it; the store itself where no class of the model has a rule. */
  storeFor(store: EntityStore, request: Request): EntityStore {
    return this.#holding ? new ScopedStore(store, scopesOf(request, this.#holding)) : store;
  }
}

/** Collections by the class of their elements. */
type Holding = ReadonlyMap<EntityMetadata, readonly CollectionMetadata[]>;

const SCOPES = 'koaggregate.scopes';

/** The rules are asked once in a request, each when it is first needed. */
function scopesOf({ attributes, principal }: Request, holding: Holding): Scopes {
  const asked = attributes.get(SCOPES) as Scopes | undefined;
  if (asked) return asked;
  const criteria = new Map<EntityMetadata, readonly Criteria[]>();
  const scopes: Scopes = {
    of(entity) {
      const read = criteria.get(entity) ?? criteriaOf(entity, principal);
      criteria.set(entity, read);
      return read;
    },
    holding: (entity) => holding.get(entity) ?? [],
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

/** Not past another root, which has rules of its own. */
function belowScopedRoots(registry: MetadataRegistry): Holding | undefined {
  const inside = new Set(registry.entities.filter((entity) => entity.isRoot && rulesOf(entity).length > 0));
  const holding = new Map<EntityMetadata, CollectionMetadata[]>();
  // Elements added during the loop are visited, too.
  for (const owner of inside) {
    for (const collection of owner.collections.values()) {
      const { target } = collection;
      if (target.isRoot) continue;
      holding.set(target, [...(holding.get(target) ?? []), collection]);
      inside.add(target);
    }
  }
  return inside.size === 0 ? undefined : holding;
}
