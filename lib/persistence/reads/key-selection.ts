import { type EntityMetadata, versionFieldOf } from '../../metadata';
import { associationKeys } from '../models/association';
import type { Selection } from './selection';

/** Selects only the keys of an entity: its own, and the ones that children refer to. */
export function keySelection(entity: EntityMetadata): Selection {
  const sourceKeys = [...entity.collections.values()].map((collection) => associationKeys(collection).sourceKey);
  const fields = [...new Set(sourceKeys)].flatMap((name) => entity.fields.get(name) ?? []);
  return { entity, fields, references: new Map(), collections: new Map() };
}

/** Adds the version to a selection, if the class has one. */
export function withVersion(selection: Selection): Selection {
  const version = selection.entity.fields.get(versionFieldOf(selection.entity) ?? '');
  return version ? { ...selection, fields: [...selection.fields, version] } : selection;
}
