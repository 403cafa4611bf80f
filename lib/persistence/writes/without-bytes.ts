import { oncePer } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';
import { hasUpdateHooks } from '../models/write-hooks';
import type { Selection } from '../reads/selection';
import { writingCode } from './writing-code';

/**
 * The selection of all fields without bytes, for an entity that is about to be changed. Undefined if domain code may read
 * the stored bytes.
 */
export function withoutBytes(entity: EntityMetadata): Selection | undefined {
  const selection = selectionOf(entity);
  const model = modelOf(entity.type);
  const runsCode = writingCode(model).runsOnInstances || hasUpdateHooks(model);
  return runsCode ? undefined : selection;
}

/** Undefined for a class that has no bytes, or constraints that may read them. */
const selectionOf = oncePer((entity: EntityMetadata): Selection | undefined => {
  const all = [...entity.fields.values()];
  const fields = all.filter(({ type }) => type.kind !== 'bytes' || type.isInline);
  if (fields.length === all.length || entity.constraints.length > 0) return undefined;
  return { entity, fields, references: new Map(), collections: new Map() };
});
