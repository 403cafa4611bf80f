import { type FieldError, type HttpException, UnprocessableEntityException, UploadedFile } from '../core';
import { isObject } from '../foundation';
import type { Violation } from '../values';
import { wirePath } from './payload/wire-path';

/** 422 with a field error for each violation. */
export function invalidException(violations: readonly Violation[]): HttpException {
  return new UnprocessableEntityException(violations.map(fieldError));
}

/** Files are not echoed. */
function fieldError({ path, sentPath, message, invalidValue }: Violation): FieldError {
  const echo = invalidValue === undefined || containsFile(invalidValue) ? {} : { invalid_value: invalidValue };
  return { field: wirePath(path, sentPath), message, ...echo };
}

function containsFile(value: unknown): boolean {
  if (value instanceof UploadedFile || value instanceof Uint8Array) return true;
  return isObject(value) && Object.values(value).some(containsFile);
}
