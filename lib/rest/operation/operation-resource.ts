import type { Limits } from '../../core';
import {
  type AggregateMetadata,
  type CollectionPath,
  type ConcurrencyMode,
  deletionMarkOf,
  type Exposure,
  isRestorable,
} from '../../metadata';
import { entityAt } from '../../persistence';
import { type PlaceWrites, writesAt } from '../../security';
import type {
  BatchesSection,
  BulkSection,
  DeletesSection,
  PreviewsSection,
  SearchSection,
} from '../aggregate-configuration';
import type { IdempotencySection } from '../idempotency/idempotency-section';
import { SearchReader } from '../search/search-reader';
import { SelectionReader } from '../selection/selection-reader';
import type { Operation, OperationInput } from './operation';
import { resourcePath } from './resource-path';

/** The part of the configuration that operations depend on. */
export interface OperationSettings {
  readonly limits: Pick<Limits, 'upload'>;
  readonly bulk: BulkSection;
  readonly search: SearchSection;
  readonly concurrency: { readonly ifMatch: ConcurrencyMode };
  readonly idempotency: Pick<IdempotencySection, 'key'>;
  readonly deletes: DeletesSection;
  readonly previews: PreviewsSection;
  readonly batches: BatchesSection;
}

/** A root or a collection, with the properties that all of its operations share. */
export interface OperationResource extends Pick<Operation, 'aggregate' | 'collections' | 'entity' | 'path'> {
  readonly exposure: Exposure;
  readonly maxUploadBytes: number;
  /** What its writes require. */
  readonly writes: PlaceWrites;
  readonly takesPreviews: boolean;
  readonly input: Pick<
    OperationInput,
    'parents' | 'search' | 'selection' | 'maxItems' | 'missing' | 'respondsGone' | 'idempotency' | 'concurrency'
  >;
}

/** @param collections from the root down; empty for the root itself */
export function operationResource(
  aggregate: AggregateMetadata,
  collections: CollectionPath,
  { bulk, search, deletes, concurrency, idempotency, limits, previews }: OperationSettings,
): OperationResource {
  const { path, parents } = resourcePath(aggregate, collections);
  const entity = entityAt({ aggregate, path: collections });
  const within = collections.at(-1);
  const { exposure } = within ?? aggregate;
  const writes = writesAt(aggregate.root, collections);
  const deleting = isRestorable(entity, within ?? aggregate) ? writes.DELETE : undefined;
  const input = {
    parents,
    search: new SearchReader(entity, within?.wireName ?? aggregate.resourceName, search, { deleting, within }),
    selection: new SelectionReader(entity, within),
    maxItems: bulk.maxItems,
    missing: bulk.missing,
    concurrency: aggregate.concurrency ?? concurrency.ifMatch,
    idempotency: aggregate.idempotency ?? idempotency.key,
    respondsGone: deletes.gone && [aggregate.root, ...collections.map(({ target }) => target)].some(deletionMarkOf),
  };
  const settings = { maxUploadBytes: limits.upload, takesPreviews: previews.allowed };
  return { aggregate, collections, entity, path, input, exposure, writes, ...settings };
}
