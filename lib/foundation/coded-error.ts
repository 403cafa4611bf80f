/** Code → message, made of the facts of the case. A message names the culprit and the way out. */
export type Messages<Code extends string> = Readonly<Record<Code, (...facts: string[]) => string>>;

/** The table of the errors of one room, by codes that are known to the compiler. */
export function messagesByCode<Code extends string>(messages: Messages<Code>): Messages<Code> {
  return messages;
}

/** The codes of a table, for the page that lists them. */
export function codesOf<Code extends string>(messages: Messages<Code>): readonly Code[] {
  return Object.keys(messages) as Code[];
}

/** An error that programs tell by its code, and people by its message. */
export class CodedError<Code extends string> extends Error {
  constructor(
    messages: Messages<Code>,
    readonly code: Code,
    facts: readonly string[],
    options?: ErrorOptions,
  ) {
    super(messages[code](...facts), options);
  }
}
