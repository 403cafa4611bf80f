import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type NeutralAnswer, neutralAnswer } from './neutral-answer';
import { NeutralIds } from './neutral-ids';
import type { FuzzRequest } from './request';

const TIMEOUT_MS = 30_000;

/** One of the servers under comparison, spoken to in neutral ids. */
export class Side {
  readonly #ids = new NeutralIds();

  constructor(
    readonly name: string,
    readonly address: string,
  ) {}

  /** A server that breaks off is an answer too, with the status 0 and the error for a text. */
  async send({ method, path, headers, body, sendBack }: FuzzRequest): Promise<NeutralAnswer> {
    const own = typeof body === 'string' ? this.#ids.own(body) : body;
    try {
      const read = sendBack === undefined ? undefined : await this.#exchange('GET', sendBack, {});
      // Nothing is there to be sent back: that is the answer then.
      if (read && read.statusCode !== 200) return this.#neutral(read);
      return this.#neutral(await this.#exchange(method, path, headers, read ? await text(read) : own));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: 0, headers: {}, text: code ?? message };
    }
  }

  async #neutral(answer: IncomingMessage): Promise<NeutralAnswer> {
    return neutralAnswer(answer.statusCode!, answer.headers, await text(answer), this.#ids);
  }

  /** A connection of its own each: what one answer does to it is not to meet the next request. */
  #exchange(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.address);
    const bytes = body === undefined ? undefined : Buffer.from(body as string);
    const framed = bytes ? { ...headers, 'Content-Length': bytes.length } : { ...headers };
    const target = { hostname, port, method, path: this.#ids.own(path), headers: framed, agent: false as const };
    return new Promise((resolve, reject) => {
      const sent = request({ ...target, timeout: TIMEOUT_MS }, resolve);
      sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no answer in time')));
      sent.end(bytes);
    });
  }
}
