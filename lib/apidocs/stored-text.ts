import { createHash } from 'node:crypto';
import type { Request, Response } from '../core';

/** Clients ask again, and get 304 while nothing has changed. */
const ALWAYS = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

/** A text that is made once and served from memory with a strong `ETag`. */
export class StoredText {
  readonly #entityTag: string;

  /** @param headers  sent with the text, `Content-Type` among them */
  constructor(
    readonly text: string | Buffer,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.#entityTag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  }

  /** 304 for a client that has it already. */
  answer({ headers }: Request, response: Response): void {
    const { 'Content-Type': contentType, ...others } = this.headers;
    for (const [name, value] of Object.entries({ ...ALWAYS, ...others })) response.setHeader(name, value);
    response.setHeader('ETag', this.#entityTag);
    if (this.#isKnownTo(headers['if-none-match'])) response.setStatus(304);
    else response.setHeader('Content-Type', contentType ?? 'application/octet-stream').setContent(this.text);
  }

  /** Compares weakly, as `If-None-Match` asks: a proxy that compresses makes a tag weak. */
  #isKnownTo(ifNoneMatch: string | undefined): boolean {
    const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes(this.#entityTag) || tags.includes('*');
  }
}
