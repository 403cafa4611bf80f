import { checkOptions, type OptionKinds } from '../foundation';

/** The options of a request besides its body. */
export interface TestRequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

/** The options of `send`. */
const OPTIONS = { body: 'any', headers: 'options' } satisfies OptionKinds<TestRequestOptions & { body?: unknown }>;

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body if it is JSON; otherwise {@link text}. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says which shape it expects
  readonly body: any;
  readonly text: string;
  readonly bytes: Buffer;
  /** The header `ETag`, for `If-Match`. */
  readonly tag: string | undefined;
}

/** Headers by name; a function is called for each request. */
export type WriteHeaders = Readonly<Record<string, string | (() => string)>>;

/** Sends requests to a test application, always as the same principal. */
export class TestClient {
  /**
   * @param headers       sent with every request
   * @param writeHeaders  sent with every request except GET, unless the request has them itself
   */
  constructor(
    private readonly address: () => string,
    private readonly headers: Readonly<Record<string, string>> = {},
    private readonly writeHeaders: WriteHeaders = {},
  ) {}

  get(path: string, options?: TestRequestOptions): Promise<TestResponse> {
    return this.send('GET', path, options);
  }

  post(path: string, body?: unknown, options?: TestRequestOptions): Promise<TestResponse> {
    return this.send('POST', path, { body, ...options });
  }

  put(path: string, body?: unknown, options?: TestRequestOptions): Promise<TestResponse> {
    return this.send('PUT', path, { body, ...options });
  }

  patch(path: string, body?: unknown, options?: TestRequestOptions): Promise<TestResponse> {
    return this.send('PATCH', path, { body, ...options });
  }

  delete(path: string, options?: TestRequestOptions): Promise<TestResponse> {
    return this.send('DELETE', path, options);
  }

  /**
   * @param path  relative to the address of the container, with the query
   * @param body  sent as JSON, or as it is if it is a string or bytes; may be a promise, such as that of a payload
   */
  async send(
    method: string,
    path: string,
    options: TestRequestOptions & { readonly body?: unknown } = {},
  ): Promise<TestResponse> {
    checkOptions(options, OPTIONS, `the request ${method} ${path}`);
    const { body, headers } = options;
    const content = await settled(body);
    const isRaw = typeof content === 'string' || content instanceof Uint8Array;
    const type: Record<string, string> = content === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(this.address() + path, {
      method,
      redirect: 'manual',
      headers: { ...type, ...this.headers, ...(method === 'GET' ? {} : this.#writeHeaders()), ...lowerCased(headers) },
      body: isRaw ? (content as string) : content === undefined ? undefined : JSON.stringify(content),
    });
    return responseOf(response);
  }

  #writeHeaders(): Record<string, string> {
    const values = Object.entries(this.writeHeaders);
    return lowerCased(
      Object.fromEntries(values.map(([name, value]) => [name, typeof value === 'string' ? value : value()])),
    );
  }
}

async function responseOf(response: Response): Promise<TestResponse> {
  const { status, headers } = response;
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = /json/.test(headers.get('content-type') ?? '') && text !== '';
  return {
    status,
    headers,
    text,
    bytes,
    body: isJson ? JSON.parse(text) : text,
    tag: headers.get('etag') ?? undefined,
  };
}

/** Awaits a body, and the elements of a list: `[shop.payload(Product), shop.payload(Product)]`. */
async function settled(body: unknown): Promise<unknown> {
  const content = await body;
  return Array.isArray(content) ? Promise.all(content) : content;
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
