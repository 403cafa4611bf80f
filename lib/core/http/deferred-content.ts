/**
 * Plain content that is not made before somebody looks at it: a response in JSON that nobody has looked at is text at
 * once.
 */
export class DeferredContent {
  /**
   * @param value  makes the content
   * @param json   makes the text that `JSON.stringify` would make of it
   * @param isList whether the content is an array
   */
  constructor(
    readonly value: () => unknown,
    readonly json: () => string,
    readonly isList = false,
  ) {}

  /** The content itself, deferred or not. */
  static valueOf(content: unknown): unknown {
    return content instanceof DeferredContent ? content.value() : content;
  }
}
