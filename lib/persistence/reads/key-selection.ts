import { type EntityMetadata, versionFieldOf } from '../../metadata';
import { tiesOf } from '../models/association';
import type { Selection } from './selection';

/** Shows nothing but the keys of an entity: its own, and those that its children hold. */
export function keySelection(entity: EntityMetadata): Selection {
  const held = [...entity.collections.values()].map((collection) => tiesOf(collection).sourceKey);
  const fields = [...new Set(held)].flatMap((name) => entity.fields.get(name) ?? []);
  return { entity, fields, references: new Map(), collections: new Map() };
}

/** The same with the version, where there is one. */
export function withVersion(selection: Selection): Selection {
  const version = selection.entity.fields.get(versionFieldOf(selection.entity) ?? '');
  return version ? { ...selection, fields: [...selection.fields, version] } : selection;
}
