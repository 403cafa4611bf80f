import { Model } from 'sequelize';
import type { EntityMetadata, ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';

/** Whether a model overrides `toJSON`. */
export function hasOwnToJson(type: { readonly prototype: object }): boolean {
  return 'toJSON' in type.prototype && type.prototype.toJSON !== Model.prototype.toJSON;
}

/** Reports TO_JSON_REVEALS for classes with hidden columns: `JSON.stringify` calls `toJSON`, responses do not. */
export function verifyToJson(entities: readonly EntityMetadata[], mistakes: ModelMistakes): void {
  for (const { name, type, fields } of entities) {
    const hidden = [...fields.values()].filter(({ access }) => access === 'hidden' || access === 'writeOnly');
    if (hidden.length === 0 || !hasOwnToJson(type)) continue;
    mistakes.add(new PersistenceError('TO_JSON_REVEALS', [name, hidden.map((field) => field.name).join(', ')]));
  }
}
