import { keepNames } from '../http/content-walk';
import type { Header } from '../http/default-headers';
import { DeferredContent } from '../http/deferred-content';
import type { HttpException } from '../http/http-exception';
import type { Request } from '../http/request';
import type { RouteCall, WrittenResponse } from '../http/route-wrapper';
import { JsonSerializer } from '../http/serializers/json-serializer';
import { BODILESS } from './bodiless';
import { isStream, writeBody } from './body-writer';
import type { Exchange } from './exchange';
import { isPromise } from './held-content';
import type { ResponseState } from './koa-response';
import { entityTagOf } from './tagged-response';

const NO_BYTES = new Uint8Array();
const JSON_TYPE = 'application/json';

/** The call of a resource method that a route wrapper controls. */
export class WrappedCall implements RouteCall {
  readonly #initialState: ResponseState;

  /**
   * @param request  the request that the last filter passed on
   * @param call     runs the resource method and sets its result as the content
   */
  constructor(
    private readonly exchange: Exchange,
    readonly request: Request,
    private readonly call: () => Promise<void>,
  ) {
    this.#initialState = exchange.response.state;
  }

  get bytes(): Uint8Array {
    return this.exchange.request.bytes ?? NO_BYTES;
  }

  async run(): Promise<WrittenResponse> {
    const { response } = this.exchange;
    response.startOver(this.#initialState);
    await this.call();
    if (isPromise(response.content)) response.setContent(await response.content);
    const { content, status } = response;
    const isEmpty = content === undefined || BODILESS.has(status);
    const isStreamed = !isEmpty && isStream(content);
    if (isEmpty || isStreamed) return { status, headers: this.#headers(), isStreamed };
    const written = await writeBody(this.exchange);
    const { body, contentType, isNegotiated } = written;
    const entityTag = response.tag && entityTagOf(this.exchange, response.tag, written);
    if (entityTag) response.setHeader('ETag', entityTag);
    const ofBody: Header[] = [{ name: 'Content-Type', value: contentType }];
    if (isNegotiated) ofBody.push({ name: 'Vary', value: 'Accept' });
    return { status, headers: [...this.#headers(), ...ofBody], body: Buffer.from(body as string), isStreamed };
  }

  repeat({ status, headers, body }: WrittenResponse): void {
    const { response } = this.exchange;
    response.startOver(this.#initialState);
    for (const { name, value } of headers) {
      // Added when the response is sent, as to the first request, so that it is there once.
      if (name === 'Vary' && value === 'Accept') response.isVaried = true;
      else response.setHeader(name, value);
    }
    if (body) response.setContent(this.#contentOf(body));
    response.setStatus(status);
  }

  respond(content: object, headers: Readonly<Record<string, string>>): void {
    const { response } = this.exchange;
    response.startOver(this.#initialState);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setContent(keepNames(content)).setStatus(200);
  }

  async exceptionOf(error: unknown): Promise<HttpException | undefined> {
    const translation = this.exchange.application.exceptions.translate(error);
    return 'exception' in translation ? translation.exception : undefined;
  }

  /** The headers that the resource method has set, without cookies and `Content-Type`. */
  #headers(): Header[] {
    const before = new Set(this.#initialState.headers.values());
    const set = [...this.exchange.response.headers].filter((header) => !before.has(header));
    return set.filter(({ name }) => !/^(set-cookie|content-type)$/i.test(name));
  }

  /** Parses a JSON body again, so that filters can read the content; other bodies are sent as bytes. */
  #contentOf(body: Buffer): unknown {
    const { plan, response } = this.exchange;
    const isShipped = plan.settings.serializers.get(JSON_TYPE)?.constructor === JsonSerializer;
    if (response.getHeader('Content-Type') !== JSON_TYPE || !isShipped) return body;
    const text = body.toString();
    return new DeferredContent(
      () => withKeptNames(JSON.parse(text)),
      () => text,
    );
  }
}

function withKeptNames(content: unknown): unknown {
  return Array.isArray(content) ? content.map(keepNames) : keepNames(content);
}
