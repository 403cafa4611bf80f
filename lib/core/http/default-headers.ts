import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Response } from './response';

/** A response header. */
export interface Header {
  readonly name: string;
  readonly value: string | readonly string[];
}

/** A response that accepts headers without validating them again. */
interface TakesChecked extends Response {
  addChecked(headers: ReadonlyMap<string, Header>): void;
}

/** Default values of response headers, validated once. */
export class DefaultHeaders {
  /** By name in lower case. */
  readonly #headers = new Map<string, Header>();

  /**
   * @param headers  the first of two with the same name wins
   * @throws TypeError for an invalid name or value
   */
  constructor(headers: Iterable<readonly [name: string, value: string]>) {
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      if (!this.#headers.has(key)) this.#headers.set(key, checked(name, value));
    }
  }

  /** Sets the headers that the response does not have. */
  addTo(response: Response): void {
    if ('addChecked' in response) return (response as TakesChecked).addChecked(this.#headers);
    for (const { name, value } of this.#headers.values()) {
      if (response.getHeader(name) === undefined) response.setHeader(name, value);
    }
  }
}

function checked(name: string, value: string): Header {
  validateHeaderName(name);
  validateHeaderValue(name, value);
  return { name, value };
}
