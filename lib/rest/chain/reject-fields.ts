import { isPlainObject } from '../../foundation';
import { InvalidEntityError } from '../../values';
import type { RequestParts } from '../operation/request-parts';
import { unknownMessage } from '../payload/payload-rules';

/**
 * Rejects the fields of a body that an operation does not take, rather than ignoring them. An empty body, an empty object
 * and null have none.
 *
 * @throws InvalidEntityError
 */
export function rejectFields(request: RequestParts): void {
  const content = request.getContent();
  if (content === undefined || content === null || content === '') return;
  if (!isPlainObject(content)) {
    throw new InvalidEntityError([{ path: [], message: 'must be an object without fields', invalidValue: content }]);
  }
  const violations = Object.keys(content).map((name) => ({
    path: [],
    sentPath: [name],
    message: unknownMessage('fields', []),
  }));
  if (violations.length > 0) throw new InvalidEntityError(violations);
}
