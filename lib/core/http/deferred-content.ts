/** Plain content that is created on demand: a JSON response that no filter reads is written as text directly. */
export class DeferredContent {
  /**
   * @param value  creates the content
   * @param json   returns the text of `JSON.stringify(value())`
   * @param isList whether the content is an array
   */
  constructor(
    readonly value: () => unknown,
    readonly json: () => string,
    readonly isList = false,
  ) {}

  /** Returns the content, deferred or not. */
  static valueOf(content: unknown): unknown {
    return content instanceof DeferredContent ? content.value() : content;
  }
}
