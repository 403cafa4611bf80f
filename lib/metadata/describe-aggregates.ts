import { pluralize, snakeCase } from '../naming';
import { type Declarations, exposureOf } from './declarations';
import { isRestorable, RESTORE } from './deletion-mark';
import { describeActions } from './describe-actions';
import { describeInvariants } from './describe-invariants';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { SealedModel } from './sealed-model';
import {
  type AggregateMetadata,
  type AggregateRootOptions,
  CONCURRENCY_MODES,
  IDEMPOTENCY_MODES,
  type InvariantDeclaration,
} from './types/aggregates';
import type { DomainClass } from './types/domain-class';
import type { CollectionMetadata, CollectionPath, EntityMetadata } from './types/entities';
import { verifyKeysOfChildren } from './verify-key-types';
import { verifyKeyless } from './verify-keyless';

/**
 * The metadata of all aggregates. Reports RESOURCE_NAME_TAKEN, AGGREGATE_NAME_INVALID, COLLECTION_NAME_RESTORES,
 * IDEMPOTENCY_UNKNOWN, CONCURRENCY_UNKNOWN, ENTITY_KEY_TYPE, NO_AGGREGATE_ROOT, and the mistakes of actions and
 * invariants.
 */
export function describeAggregates(
  declarations: ReadonlyMap<DomainClass, Declarations>,
  model: SealedModel,
): ReadonlyMap<DomainClass, AggregateMetadata> {
  const { entities, mistakes } = model;
  const aggregates = new Map<DomainClass, AggregateMetadata>();
  const rootByName = new Map<string, EntityMetadata>();
  for (const [type, declared] of declarations) {
    const { aggregate, actions, invariants } = declared;
    const root = entities.get(type);
    if (!aggregate) {
      for (const { method } of actions) mistakes.add(new MetadataError('ACTION_NOT_ON_ROOT', type.name, method));
      for (const { method } of invariants) mistakes.add(new MetadataError('INVARIANT_NOT_ON_ROOT', type.name, method));
    }
    verifyKeyless(type, declared, mistakes);
    if (!aggregate || !root) continue;
    const described = describeAggregate(root, aggregate, invariants, mistakes);
    const metadata = Object.freeze({ ...described, actions: describeActions(declared, described, model) });
    const other = rootByName.get(metadata.resourceName);
    if (other) mistakes.add(new MetadataError('RESOURCE_NAME_TAKEN', metadata.resourceName, other.name, type.name));
    rootByName.set(metadata.resourceName, metadata.root);
    aggregates.set(type, metadata);
  }
  verifyKeysOfChildren(aggregates.values(), declarations, mistakes);
  // A class that was left out because of its mistakes may be the root.
  const isRootless = aggregates.size === 0 && !mistakes.areAny;
  if (isRootless) mistakes.add(new MetadataError('NO_AGGREGATE_ROOT', namesOf(declarations.keys())));
  return aggregates;
}

function describeAggregate(
  root: EntityMetadata,
  options: AggregateRootOptions,
  declared: readonly InvariantDeclaration[],
  mistakes: ModelMistakes,
): Omit<AggregateMetadata, 'actions'> {
  const resourceName = options.name ?? pluralize(snakeCase(root.name));
  if (!/^[a-z][a-z0-9_]*$/.test(resourceName)) {
    mistakes.add(new MetadataError('AGGREGATE_NAME_INVALID', root.name, resourceName));
  }
  const paths = pathsBelow(root, [], root).sort((one, other) => one.length - other.length);
  const invariants = describeInvariants(declared, { root, paths }, mistakes);
  const { readBack } = options;
  const given = { ...headerUse(root, options, mistakes), ...(readBack !== undefined && { readBack }) };
  const aggregate = { root, resourceName, exposure: exposureOf(options), paths, invariants, ...given };
  verifyCollectionNames(aggregate, mistakes);
  return aggregate;
}

/** Reports COLLECTION_NAME_RESTORES. */
function verifyCollectionNames(
  { root, exposure, paths }: Omit<AggregateMetadata, 'actions'>,
  mistakes: ModelMistakes,
): void {
  const places = paths.map((path) => path.at(-1)!);
  const restorable = places.filter((collection) => isRestorable(collection.target, collection));
  const owners = new Set(restorable.map(({ target }) => target));
  if (isRestorable(root, { exposure })) owners.add(root);
  for (const { collections, name } of owners) {
    const clash = [...collections.values()].find(({ wireName }) => wireName === RESTORE);
    if (clash) mistakes.add(new MetadataError('COLLECTION_NAME_RESTORES', name, clash.property));
  }
}

/** How the writes of the aggregate use `Idempotency-Key` and `If-Match`, as far as the root sets it. */
function headerUse(
  root: EntityMetadata,
  { idempotency, concurrency }: AggregateRootOptions,
  mistakes: ModelMistakes,
): Pick<AggregateMetadata, 'idempotency' | 'concurrency'> {
  if (idempotency !== undefined && !IDEMPOTENCY_MODES.includes(idempotency)) {
    mistakes.add(new MetadataError('IDEMPOTENCY_UNKNOWN', root.name, String(idempotency)));
  }
  if (concurrency !== undefined && !CONCURRENCY_MODES.includes(concurrency)) {
    mistakes.add(new MetadataError('CONCURRENCY_UNKNOWN', root.name, String(concurrency)));
  }
  return { ...(idempotency !== undefined && { idempotency }), ...(concurrency !== undefined && { concurrency }) };
}

/** Depth first; no class is entered twice, except for one step of a self-association. */
function pathsBelow(root: EntityMetadata, walked: CollectionPath, at: EntityMetadata): CollectionPath[] {
  const isNew = ({ target }: CollectionMetadata) => target !== root && walked.every((step) => step.target !== target);
  return [...at.collections.values()].flatMap((collection) => {
    const path = [...walked, collection];
    if (collection.target === at) return [path];
    return isNew(collection) ? [path, ...pathsBelow(root, path, collection.target)] : [];
  });
}

function namesOf(types: Iterable<DomainClass>): string {
  return [...types].map(({ name }) => name).join(', ') || 'there are none';
}
