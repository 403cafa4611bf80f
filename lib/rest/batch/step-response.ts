import { type CookieOptions, DeferredContent, handlePromises, type Response } from '../../core';

/** The response of a step, which becomes part of the response to the batch; cookies are set on that directly. */
export class StepResponse implements Response {
  readonly #headers = new Map<string, string>();
  #content: unknown;
  #status?: number;

  constructor(private readonly batch: Response) {}

  get status(): number {
    return this.#status ?? (this.hasContent ? 200 : 204);
  }

  get hasContent(): boolean {
    return this.#content !== undefined;
  }

  setStatus(status: number): this {
    this.#status = status;
    return this;
  }

  setContent(content: unknown): this {
    handlePromises(content);
    this.#content = content;
    return this;
  }

  getContent(): unknown {
    this.#content = DeferredContent.valueOf(this.#content);
    return this.#content;
  }

  async settleContent(): Promise<void> {
    this.#content = await this.#content;
  }

  setHeader(name: string, value: string | readonly string[]): this {
    this.#headers.set(name.toLowerCase(), [value].flat().join(', '));
    return this;
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  removeHeader(name: string): this {
    this.#headers.delete(name.toLowerCase());
    return this;
  }

  /** Does nothing: the batch has one tag. */
  setEntityTag(): this {
    return this;
  }

  setCookie(name: string, value: string, options?: CookieOptions): this {
    this.batch.setCookie(name, value, options);
    return this;
  }
}
