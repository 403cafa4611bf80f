/** Message templates by code. A message names the culprit and the remedy. */
export type Messages<Code extends string> = Readonly<Record<Code, (...facts: string[]) => string>>;

/** Types a table of messages by its codes. */
export function messagesByCode<Code extends string>(messages: Messages<Code>): Messages<Code> {
  return messages;
}

/** The codes of a message table. */
export function codesOf<Code extends string>(messages: Messages<Code>): readonly Code[] {
  return Object.keys(messages) as Code[];
}

/** An error with a code that programs can check. */
export class CodedError<Code extends string> extends Error {
  constructor(
    messages: Readonly<Record<Code, (...facts: string[]) => string>>,
    readonly code: Code,
    /** What the message is about: the names of classes, members, options. */
    readonly facts: readonly string[],
    options?: ErrorOptions,
  ) {
    super(messages[code](...facts), options);
  }

  /** Says the same in other words, in the stack too. */
  reword(message: string): void {
    const { stack, message: former } = this;
    this.message = message;
    if (stack !== undefined) this.stack = stack.replace(former, () => message);
  }
}
