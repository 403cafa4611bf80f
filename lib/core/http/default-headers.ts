import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Response } from './response';

/** A header of a response, as it was set. */
export interface Header {
  readonly name: string;
  readonly value: string | readonly string[];
}

/** A response that takes headers which have been checked before. */
interface TakesChecked extends Response {
  addChecked(headers: ReadonlyMap<string, Header>): void;
}

/** Headers that are the same for every response, which may set them itself: checked once. */
export class DefaultHeaders {
  /** By name in lower case. */
  readonly #headers = new Map<string, Header>();

  /**
   * @param headers  of two with the same name, the first counts
   * @throws TypeError for a name or a value that no header can have
   */
  constructor(headers: Iterable<readonly [name: string, value: string]>) {
    for (const [name, value] of headers) {
      const key = name.toLowerCase();
      if (!this.#headers.has(key)) this.#headers.set(key, checked(name, value));
    }
  }

  /** Sets those that the response has not. */
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
