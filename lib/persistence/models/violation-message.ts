import type { ValidationErrorItem } from 'sequelize';
import type { Violation } from '../../values';

type Sentence = (...bounds: unknown[]) => string;

/** The messages of Sequelize's validators, which follow the name of the field. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  is_null: () => 'must not be null',
  isEmail: () => 'must be an e-mail address',
  isUrl: () => 'must be a URL',
  isIP: () => 'must be an IP address',
  isIPv4: () => 'must be an IPv4 address',
  isIPv6: () => 'must be an IPv6 address',
  isNull: () => 'must be null',
  isUUID: () => 'must be a UUID',
  isCreditCard: () => 'must be a credit card number',
  isAlpha: () => 'must consist of letters',
  isAlphanumeric: () => 'must consist of letters and digits',
  isNumeric: () => 'must consist of digits',
  isInt: () => 'must be a whole number',
  isFloat: () => 'must be a number',
  isDecimal: () => 'must be a decimal number',
  isLowercase: () => 'must be in lower case',
  isUppercase: () => 'must be in upper case',
  isDate: () => 'must be a date',
  notEmpty: () => 'must not be empty',
  min: (bound) => `must be at least ${bound}`,
  max: (bound) => `must be at most ${bound}`,
  len: (min, max) =>
    max === undefined ? `must have at least ${min} characters` : `must have ${min} to ${max} characters`,
  equals: (value) => `must be ${value}`,
  contains: (part) => `must contain ${part}`,
  notContains: (part) => `must not contain ${part}`,
  isAfter: (date) => `must be after ${date}`,
  isBefore: (date) => `must be before ${date}`,
  isIn: (values) => `must be one of ${[values].flat().join(', ')}`,
  notIn: (values) => `must be none of ${[values].flat().join(', ')}`,
};

/** The message that the model declares. The default messages of Sequelize are replaced. */
export function violationMessage({ message, validatorKey, validatorArgs }: ValidationErrorItem): string {
  const isDefault = /^Validation \w+ on .* failed$|^\w+\.\w+ cannot be null$/.test(message);
  if (!isDefault) return message;
  return SENTENCES[validatorKey ?? '']?.(...validatorArgs) ?? 'does not have the required format';
}

/** The violation of a validator, whose path is the field. */
export function violationOfItem(item: ValidationErrorItem): Violation {
  return { path: item.path === null ? [] : [item.path], message: violationMessage(item), invalidValue: item.value };
}
