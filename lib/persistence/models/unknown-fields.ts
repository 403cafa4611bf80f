import type { SetOptions } from 'sequelize';
import { nearestFirst } from '../../naming';
import { PersistenceError, type PersistenceErrorCode } from '../errors';
import type { DomainModel, Entity } from './domain-model';

/** The members of an instance and its class that Sequelize's types do not declare. */
interface Settable {
  readonly _isAttribute: (name: string) => boolean;
  readonly _options: { readonly includeNames?: readonly string[] };
  readonly _customSetters: Readonly<Record<string, unknown>>;
  readonly constructor: DomainModel & { readonly _jsonAttributes: ReadonlySet<string> };
}

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
  const { _isAttribute, _options, _customSetters, constructor: model } = instance as unknown as Settable;
  if (_isAttribute(name) || Object.hasOwn(_customSetters, name) || _options.includeNames?.includes(name)) return;
  if (model._jsonAttributes.has(name.split('.', 1)[0]!)) return;
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
