import type Joi from 'joi';
import type { ExceptionHandler, Request, Response } from 'koaggregate/core';

/** Responds to Joi errors with 422 and the fields by their wire names. */
export class ValidationHandler implements ExceptionHandler<Joi.ValidationError> {
  handle(_: Request, response: Response, { details }: Joi.ValidationError): void {
    const fieldErrors = details.map(({ path, message, context }) => ({
      field: path.map(underscored).join('.'),
      message: message.replace(/^"[^"]*" /, ''),
      invalid_value: context?.value,
    }));
    response.setStatus(422).setContent({ field_errors: fieldErrors });
  }
}

/** The wire name of a field: `published_in` for `publishedIn`. */
function underscored(name: string | number): string {
  return String(name).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
