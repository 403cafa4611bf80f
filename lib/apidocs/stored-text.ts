import { createHash } from 'node:crypto';
import { isKnownTag, type Request, type Response } from '../core';

/** Clients revalidate by `ETag`. */
const DEFAULT_HEADERS = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' };

/** A text that is served from memory with a strong `ETag`. */
export class StoredText {
  readonly #entityTag: string;

  /** @param headers  must include `Content-Type` */
  constructor(
    readonly text: string | Buffer,
    private readonly headers: Readonly<Record<string, string>>,
  ) {
    this.#entityTag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  }

  /** Sends the text, or 304 when `If-None-Match` has its tag. */
  send({ headers }: Request, response: Response): void {
    const { 'Content-Type': contentType, ...others } = this.headers;
    for (const [name, value] of Object.entries({ ...DEFAULT_HEADERS, ...others })) response.setHeader(name, value);
    response.setHeader('ETag', this.#entityTag);
    if (isKnownTag(headers['if-none-match'], this.#entityTag)) response.setStatus(304);
    else response.setHeader('Content-Type', contentType ?? 'application/octet-stream').setContent(this.text);
  }
}
