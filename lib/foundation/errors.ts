import { CodedError, codesOf, messagesByCode } from './coded-error';

const MESSAGES = messagesByCode({
  OPTION_INVALID: (name, subject, given, expected) =>
    `The option "${name}" of ${subject} is ${given}: write ${expected}.`,
  OPTION_UNKNOWN: (name, subject, hint, known) =>
    `Unknown option "${name}" of ${subject}.${hint} Known options: ${known}.`,
  OPTIONS_INVALID: (subject, given) => `The options of ${subject} are ${given}: write an object literal.`,
});

const PACKAGE_MESSAGES = messagesByCode({
  PACKAGE_MISSING: (subject, name, otherwise) =>
    `${subject} needs the package ${name}, which is not installed: npm install ${name}, or ${otherwise}.`,
  PACKAGE_TOO_OLD: (name, version, range, remedy) =>
    `${name} ${version} is too old: koaggregate needs ${name} ${range}. Run npm install ${remedy}`,
});

/** All codes of {@link OptionError}. */
export const OPTION_ERROR_CODES = codesOf(MESSAGES);

export type OptionErrorCode = (typeof OPTION_ERROR_CODES)[number];

/** A misspelt option, or one with a value of another type, in an object literal of the application's code. */
export class OptionError extends CodedError<OptionErrorCode> {
  override readonly name = 'OptionError';

  constructor(code: OptionErrorCode, ...facts: string[]) {
    super(MESSAGES, code, facts);
  }
}

/** All codes of {@link PackageError}. */
export const PACKAGE_ERROR_CODES = codesOf(PACKAGE_MESSAGES);

export type PackageErrorCode = (typeof PACKAGE_ERROR_CODES)[number];

/** An optional package that is missing, or an installed one that this one cannot work with. */
export class PackageError extends CodedError<PackageErrorCode> {
  override readonly name = 'PackageError';

  constructor(code: PackageErrorCode, ...facts: string[]) {
    super(PACKAGE_MESSAGES, code, facts);
  }
}
