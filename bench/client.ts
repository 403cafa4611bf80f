import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export const CONNECTIONS = 32;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly content?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Sends requests to one server over keep-alive connections. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  constructor(readonly address: string) {}

  async send({ method, path, content, headers = {} }: Call): Promise<ReceivedResponse> {
    const payload = content === undefined ? undefined : JSON.stringify(content);
    const response = await this.#request(method, path, headers, payload);
    return { status: response.statusCode!, body: await text(response), headers: response.headers };
  }

  /** @throws Error for any other status */
  async expect(status: number, call: Call): Promise<ReceivedResponse> {
    const response = await this.send(call);
    if (response.status === status) return response;
    const target = `${call.method} ${this.address}${call.path}`;
    throw new Error(`${target} returned ${response.status} instead of ${status}: ${response.body.slice(0, 300)}`);
  }

  /** Sends the request again if the server has closed the idle connection just before. */
  #request(method: string, path: string, given: Headers, payload?: string): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = payload === undefined ? given : { ...typedAs(payload), ...given };
      const sent = request(this.address + path, { method, agent: this.#agent, headers }, resolve);
      sent.on('error', (error: NodeJS.ErrnoException) => {
        const wasIdle = sent.reusedSocket && error.code === 'ECONNRESET';
        if (wasIdle) this.#request(method, path, given, payload).then(resolve, reject);
        else reject(error);
      });
      sent.end(payload);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

type Headers = Readonly<Record<string, string>>;

function typedAs(payload: string): Record<string, string | number> {
  return { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
}
