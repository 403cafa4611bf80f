import { pluralize, snakeCase } from '../naming';
import { type Declarations, exposureOf } from './declarations';
import { describeActions } from './describe-actions';
import type { KnownClasses } from './describe-instance';
import { MetadataError } from './errors';
import type {
  AggregateMetadata,
  AggregateRootOptions,
  CollectionMetadata,
  CollectionPath,
  DomainClass,
  EntityMetadata,
} from './types';

/** @throws MetadataError RESOURCE_NAME_TAKEN, AGGREGATE_NAME_INVALID, NO_AGGREGATE_ROOT, and those of actions */
export function describeAggregates(
  declarations: ReadonlyMap<DomainClass, Declarations>,
  known: KnownClasses,
): ReadonlyMap<DomainClass, AggregateMetadata> {
  const aggregates = new Map<DomainClass, AggregateMetadata>();
  const rootByName = new Map<string, EntityMetadata>();
  for (const [type, declared] of declarations) {
    const { aggregate, actions } = declared;
    const [stray] = actions;
    if (!aggregate && stray) throw new MetadataError('ACTION_NOT_ON_ROOT', type.name, stray.method);
    if (!aggregate) continue;
    const described = describeAggregate(known.entities.get(type)!, aggregate);
    const metadata = Object.freeze({ ...described, actions: describeActions(declared, described, known) });
    const other = rootByName.get(metadata.resourceName);
    if (other) throw new MetadataError('RESOURCE_NAME_TAKEN', metadata.resourceName, other.name, type.name);
    rootByName.set(metadata.resourceName, metadata.root);
    aggregates.set(type, metadata);
  }
  if (aggregates.size === 0) throw new MetadataError('NO_AGGREGATE_ROOT', namesOf(declarations.keys()));
  return aggregates;
}

function describeAggregate(root: EntityMetadata, options: AggregateRootOptions): Omit<AggregateMetadata, 'actions'> {
  const resourceName = options.name ?? pluralize(snakeCase(root.name));
  if (!/^[a-z][a-z0-9_]*$/.test(resourceName)) {
    throw new MetadataError('AGGREGATE_NAME_INVALID', root.name, resourceName);
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
