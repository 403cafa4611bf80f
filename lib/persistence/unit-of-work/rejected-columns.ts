import type { Violation } from '../../values';
import type { DriverError } from '../dialects/errors';
import { knownErrors } from '../dialects/known-errors';
import { type DomainModel, fieldOfColumn } from '../models/domain-model';

/** The violation of a field whose value the database rejects; none if its message names no column. */
export function rejectedFields(model: DomainModel | undefined, error: DriverError): readonly Violation[] {
  const rejection = knownErrors.rejectionOf(error);
  const column = rejection?.column.replace(/[`']/g, '').split('.').at(-1);
  const name = column && model && fieldOfColumn(model, column);
  return name && Object.hasOwn(model.getAttributes(), name) ? [{ path: [name], message: rejection!.message }] : [];
}
