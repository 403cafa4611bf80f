import { CodedError, codesOf, messagesByCode } from './coded-error';

const MESSAGES = messagesByCode({
  OPTION_INVALID: (name, subject, given, expected) =>
    `The option "${name}" of ${subject} is ${given}: write ${expected}.`,
  OPTION_UNKNOWN: (name, subject, hint, known) =>
    `Unknown option "${name}" of ${subject}.${hint} Known options: ${known}.`,
  OPTIONS_INVALID: (subject, given) => `The options of ${subject} are ${given}: write an object literal.`,
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
