import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
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
  readonly #answers: Promise<Answer>[] = [];
  #isEnding = false;
  readonly #sending: Promise<void>;

  constructor(
    private readonly address: string,
    perSecond: number,
    next: (index: number) => Call,
  ) {
    this.#sending = this.#send(perSecond, next);
  }

  /** Sends no more. @returns the answers to all requests */
  async end(): Promise<readonly Answer[]> {
    this.#isEnding = true;
    await this.#sending;
    const answers = await Promise.all(this.#answers);
    this.#agent.destroy();
    return answers;
  }

  async #send(perSecond: number, next: (index: number) => Call): Promise<void> {
    const begun = performance.now();
    for (let index = 0; !this.#isEnding; index++) {
      const due = begun + (index * 1000) / perSecond;
      await setTimeout(Math.max(0, due - performance.now()));
      this.#answers.push(answerTo(next(index), this.address, this.#agent));
    }
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
