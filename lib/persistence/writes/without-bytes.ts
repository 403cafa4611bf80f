import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { hasUpdateHooks } from '../models/write-hooks';
import type { Selection } from '../reads/selection';
import { writingCode } from './writing-code';

/** By class; null if it has no bytes, or constraints that may read them. */
const known = new WeakMap<EntityMetadata, Selection | null>();

/**
 * The selection of all fields without bytes, for an entity that is about to be changed. Undefined if domain code may read
 * the stored bytes.
 */
export function withoutBytes(entity: EntityMetadata): Selection | undefined {
  const before = known.get(entity);
  const selection = before === undefined ? selectionOf(entity) : before;
  if (before === undefined) known.set(entity, selection);
  const model = modelOf(entity.type);
  const runsCode = writingCode(model).runsOnInstances || hasUpdateHooks(model);
  return selection === null || runsCode ? undefined : selection;
}

function selectionOf(entity: EntityMetadata): Selection | null {
  const all = [...entity.fields.values()];
  const fields = all.filter(({ type }) => type.kind !== 'bytes');
  if (fields.length === all.length || entity.constraints.length > 0) return null;
  return { entity, fields, references: new Map(), collections: new Map() };
}
