import { pluralize, snakeCase } from '../naming';
import { type Declarations, exposureOf } from './declarations';
import { describeActions } from './describe-actions';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { SealedModel } from './sealed-model';
import type {
  AggregateMetadata,
  AggregateRootOptions,
  CollectionMetadata,
  CollectionPath,
  DomainClass,
  EntityMetadata,
} from './types';

/** Notes RESOURCE_NAME_TAKEN, AGGREGATE_NAME_INVALID, NO_AGGREGATE_ROOT, and the mistakes of actions. */
export function describeAggregates(
  declarations: ReadonlyMap<DomainClass, Declarations>,
  model: SealedModel,
): ReadonlyMap<DomainClass, AggregateMetadata> {
  const { entities, mistakes } = model;
  const aggregates = new Map<DomainClass, AggregateMetadata>();
  const rootByName = new Map<string, EntityMetadata>();
  for (const [type, declared] of declarations) {
    const { aggregate, actions } = declared;
    const root = entities.get(type);
    if (!aggregate) {
      for (const { method } of actions) mistakes.add(new MetadataError('ACTION_NOT_ON_ROOT', type.name, method));
    }
    if (!aggregate || !root) continue;
    const described = describeAggregate(root, aggregate, mistakes);
    const metadata = Object.freeze({ ...described, actions: describeActions(declared, described, model) });
    const other = rootByName.get(metadata.resourceName);
    if (other) mistakes.add(new MetadataError('RESOURCE_NAME_TAKEN', metadata.resourceName, other.name, type.name));
    rootByName.set(metadata.resourceName, metadata.root);
    aggregates.set(type, metadata);
  }
  // A class that was left out may be the root.
  const isRootless = aggregates.size === 0 && !mistakes.areAny;
  if (isRootless) mistakes.add(new MetadataError('NO_AGGREGATE_ROOT', namesOf(declarations.keys())));
  return aggregates;
}

function describeAggregate(
  root: EntityMetadata,
  options: AggregateRootOptions,
  mistakes: ModelMistakes,
): Omit<AggregateMetadata, 'actions'> {
  const resourceName = options.name ?? pluralize(snakeCase(root.name));
  if (!/^[a-z][a-z0-9_]*$/.test(resourceName)) {
    mistakes.add(new MetadataError('AGGREGATE_NAME_INVALID', root.name, resourceName));
  }
  const paths = pathsBelow(root, [], root).sort((one, other) => one.length - other.length);
  return { root, resourceName, exposure: exposureOf(options), paths };
}

/** Depth first; no class is entered twice, but the first step of a self-association is always walked. */
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
