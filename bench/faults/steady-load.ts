import { Agent, request } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Call } from '../client';

const IDLE_MS = 2000;

/** The answer to one request of a {@link SteadyLoad}; the status is 0 if there was none. */
export interface Answer {
  readonly call: Call;
  readonly status: number;
  readonly sentAtMs: number;
  readonly tookMs: number;
}

/**
 * Requests at a steady rate, whether earlier ones are answered or not, as from many clients who do not know of each other.
 */
export class SteadyLoad {
  /** Closes idle connections before the server does, which could be when a request is on its way. */
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  readonly #answers: Answer[] = [];
  readonly #open = new Set<Promise<void>>();
  #isEnding = false;
  readonly #sending: Promise<void>;

  /** @param take takes each answer, in place of those that {@link end} returns: a long load has too many to keep */
  constructor(
    private readonly address: string,
    perSecond: number,
    next: (index: number) => Call,
    private readonly take?: (answer: Answer) => void,
  ) {
    this.#sending = this.#send(perSecond, next);
  }

  /** Sends no more. @returns the answers to all requests */
  async end(): Promise<readonly Answer[]> {
    this.#isEnding = true;
    await this.#sending;
    await Promise.all(this.#open);
    this.#agent.destroy();
    return this.#answers;
  }

  async #send(perSecond: number, next: (index: number) => Call): Promise<void> {
    const begun = performance.now();
    for (let index = 0; !this.#isEnding; index++) {
      const waitMs = begun + (index * 1000) / perSecond - performance.now();
      // A timer takes at least a millisecond, in which several requests may be due.
      await (waitMs > 1 ? setTimeout(waitMs) : setImmediate());
      const answering = answerTo(next(index), this.address, this.#agent).then((answer) => this.#noteAt(index, answer));
      this.#open.add(answering);
      void answering.then(() => this.#open.delete(answering));
    }
  }

  #noteAt(index: number, answer: Answer): void {
    if (this.take) this.take(answer);
    else this.#answers[index] = answer;
  }
}

/** Sends one request. */
export function answerTo(call: Call, address: string, agent: Agent): Promise<Answer> {
  const sentAtMs = performance.now();
  const body = call.content === undefined ? undefined : JSON.stringify(call.content);
  const headers = { ...call.headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  return new Promise((resolve) => {
    const answer = (status: number) => resolve({ call, status, sentAtMs, tookMs: performance.now() - sentAtMs });
    const sent = request(address + call.path, { method: call.method, agent, headers }, (response) => {
      response.resume().once('close', () => answer(response.statusCode!));
    });
    sent.once('error', () => answer(0)).end(body);
  });
}

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The longest time that an answer took. */
export function longestMs(answers: readonly Answer[]): number {
  return Math.round(answers.reduce((longest, { tookMs }) => Math.max(longest, tookMs), 0));
}
