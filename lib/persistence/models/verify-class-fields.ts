import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

const GIVEN = Object.freeze({});

/**
 * Builds one instance from marked values and looks whether they are still there: a class field that is not
 * `declare`d hides its column, and an initialiser overwrites what was given.
 *
 * @throws PersistenceError FIELD_HIDES_ATTRIBUTE, FIELD_INITIALISED
 */
export function verifyClassFields(model: DomainModel): void {
  const attributes = Object.keys(model.getAttributes());
  const values = Object.fromEntries(attributes.map((name) => [name, GIVEN]));
  const probe = model.build(values as never, { raw: true, isNewRecord: false });
  for (const name of [...attributes, ...Object.keys(model.associations)]) {
    const own = Object.getOwnPropertyDescriptor(probe, name);
    if (own && own.value === undefined) throw new PersistenceError('FIELD_HIDES_ATTRIBUTE', [model.name, name]);
    const isReplaced = name in values && probe.getDataValue(name as never) !== GIVEN;
    if (own || isReplaced) throw new PersistenceError('FIELD_INITIALISED', [model.name, name]);
  }
}
