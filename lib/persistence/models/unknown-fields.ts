import type { SetOptions } from 'sequelize';
import { nearestFirst } from '../../naming';
import { PersistenceError, type PersistenceErrorCode } from '../errors';
import { buildOptionsOf, isField } from '../sequelize/instance';
import { isJsonField, settersOf } from '../sequelize/model-class';
import type { DomainModel, Entity } from './domain-model';

/** Whether `set` is called by domain code, not by Sequelize with a row or with a list of attributes to pick. */
export function isAssignment(options: SetOptions | undefined): boolean {
  return !options?.raw && !(options as { readonly attributes?: unknown } | undefined)?.attributes;
}

/**
 * Rejects an unknown field, which Sequelize would ignore.
 *
 * @throws PersistenceError FIELD_UNKNOWN
 */
export function verifyField(instance: Entity, name: string): void {
  const model = instance.constructor as DomainModel;
  if (isField(instance, name) || Object.hasOwn(settersOf(model), name)) return;
  if (buildOptionsOf(instance).includeNames?.includes(name) || isJsonField(model, name.split('.', 1)[0]!)) return;
  throw new PersistenceError('FIELD_UNKNOWN', [model.name, name, Object.keys(model.getAttributes()).join(', ')]);
}

/** @throws PersistenceError COLLECTION_UNKNOWN */
export function verifyCollection(instance: Entity, property: string): void {
  verifyAssociation(instance, property, true, 'COLLECTION_UNKNOWN');
}

/** @throws PersistenceError ONE_UNKNOWN */
export function verifyOne(instance: Entity, property: string): void {
  verifyAssociation(instance, property, false, 'ONE_UNKNOWN');
}

function verifyAssociation(instance: Entity, property: string, isMulti: boolean, code: PersistenceErrorCode): void {
  const { associations, name } = instance.constructor as DomainModel;
  const known = Object.keys(associations).filter((name) => isMultiple(associations[name]!) === isMulti);
  if (known.includes(property)) return;
  throw new PersistenceError(code, [name, property, nearestFirst(known, property).join(', ') || 'none']);
}

/** Undefined for to-one associations. */
function isMultiple({ isMultiAssociation }: { readonly isMultiAssociation?: boolean }): boolean {
  return isMultiAssociation === true;
}
