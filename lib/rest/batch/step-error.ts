import { BadRequestException, HttpException } from '../../core';

/** The exception with the index of its step, as `step`, in the detail, and in the paths of field errors. */
export function atStep(index: number, exception: HttpException): HttpException {
  const { status, title, message, headers, type, extensions } = exception;
  const { field_errors: errors } = extensions;
  return new HttpException(status, title, `Step ${index}: ${message || title}`, {
    headers,
    type,
    cause: exception,
    extensions: {
      ...extensions,
      step: index,
      ...(Array.isArray(errors) && { field_errors: errors.map((error) => fieldAt(index, error)) }),
    },
  });
}

function fieldAt(index: number, error: { readonly field: string }): object {
  const { field } = error;
  const isElement = field === '' || field.startsWith('[');
  return { ...error, field: `steps[${index}].value${isElement ? '' : '.'}${field}` };
}

/** 400 for a malformed step. */
export function malformedStep(index: number, detail: string): HttpException {
  return atStep(index, new BadRequestException(detail));
}
