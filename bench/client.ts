import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export const CONNECTIONS = 32;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly content?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Speaks to one server over connections that are kept open. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  constructor(readonly address: string) {}

  async send({ method, path, content }: Call): Promise<Answer> {
    const payload = content === undefined ? undefined : JSON.stringify(content);
    const response = await this.#request(method, path, payload);
    return { status: response.statusCode!, body: await text(response) };
  }

  /** @throws Error for any other status: a benchmark of errors is none */
  async expect(status: number, call: Call): Promise<Answer> {
    const answer = await this.send(call);
    if (answer.status === status) return answer;
    const what = `${call.method} ${this.address}${call.path}`;
    throw new Error(`${what} answered ${answer.status}, and not ${status}: ${answer.body.slice(0, 300)}`);
  }

  /** Once more where the server has closed a connection that was idle, just as the request went out on it. */
  #request(method: string, path: string, payload?: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = payload === undefined ? {} : typedAs(payload);
      const sent = request(this.address + path, { method, agent: this.#agent, headers }, resolve);
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET';
        if (wasIdle) this.#request(method, path, payload).then(resolve, reject);
        else reject(error);
      });
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function typedAs(payload: string): Record<string, string | number> {
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
}
