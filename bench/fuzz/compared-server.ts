import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { NeutralIds } from './neutral-ids';
import { type NeutralResponse, neutralResponse } from './neutral-response';
import type { Condition, FuzzRequest } from './request';

type Headers = Readonly<Record<string, string>>;

const TIMEOUT_MS = 30_000;

/** One of the compared servers. Requests and responses have neutral ids. */
export class ComparedServer {
  readonly #ids = new NeutralIds();

  constructor(
    readonly name: string,
    readonly address: string,
  ) {}

  /** A broken connection is represented as a response with the status 0 and the error as text. */
  async send(request: FuzzRequest): Promise<NeutralResponse> {
    const { method, path, body, sendBack, condition, isPreview } = request;
    const own = typeof body === 'string' ? this.#ids.own(body) : body;
    try {
      const read = sendBack === undefined ? undefined : await this.#exchange('GET', sendBack, {});
      // There is nothing to send back.
      if (read && read.statusCode !== 200) return this.#neutral(read);
      const tag = condition && (await this.#tagFor(request, condition));
      const headers = { ...request.headers, ...(condition && { [condition.name]: withTag(condition, tag) }) };
      if (isPreview) return { ...(await this.#preview(method, path, headers, own)), tag };
      const response = await this.#exchange(method, path, headers, read ? await text(read) : own);
      return { ...(await this.#neutral(response)), tag };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: 0, headers: {}, text: code ?? message };
    }
  }

  /** Sends a preview, and compares stored data before and after it. */
  async #preview(method: string, path: string, headers: Headers, body?: string | Buffer): Promise<NeutralResponse> {
    const before = await this.#state(path);
    const Prefer = headers.Prefer === undefined ? 'preview' : `${headers.Prefer}, preview`;
    const response = await this.#exchange(method, path, { ...headers, Prefer }, body);
    const neutral = await this.#neutral(response, this.#ids.forPreview);
    const isSame = (await this.#state(path)) === before;
    return isSame ? neutral : { ...neutral, hasSideEffect: true };
  }

  async #neutral(response: IncomingMessage, ids: Pick<NeutralIds, 'neutral'> = this.#ids): Promise<NeutralResponse> {
    return neutralResponse(response.statusCode!, response.headers, await text(response), ids);
  }

  /** The ETag of a read depends on the media type, so it is read with the same headers. */
  async #tagFor({ method, headers }: FuzzRequest, { path }: Condition): Promise<string | undefined> {
    return method === 'GET' ? (await this.#read(path, headers)).etag : this.#tagForWrite(path);
  }

  /** The ETag of the path, or else of its parent; the ETags of several roots, if the path names them. */
  async #tagForWrite(path: string): Promise<string | undefined> {
    const keys = path.split('/').at(-1)!.split(',');
    const above = path.slice(0, path.lastIndexOf('/'));
    const paths = keys.length > 1 && above.lastIndexOf('/') === 0 ? keys.map((key) => `${above}/${key}`) : [path];
    const tags: string[] = [];
    for (const one of paths) {
      const { etag } = await this.#read(one);
      if (etag !== undefined) tags.push(etag);
    }
    if (tags.length > 0) return tags.join(', ');
    return above.lastIndexOf('/') > 0 ? (await this.#read(above)).etag : undefined;
  }

  /** The responses to reads of the data that a write to this path may change. */
  async #state(path: string): Promise<string> {
    const [target = ''] = path.split('?');
    const [, root = '', key = ''] = target.split('/');
    const reads = [await this.#read(`/${root}`), await this.#read(`/${root}/${key}`), await this.#read(target)];
    return JSON.stringify(reads);
  }

  async #read(
    path: string,
    headers: Headers = {},
  ): Promise<{ readonly status?: number; readonly etag?: string; readonly body: string }> {
    const response = await this.#exchange('GET', path, headers);
    const body = (await text(response)).replace(/"request_id":"[^"]*"/g, '');
    return { status: response.statusCode, etag: response.headers.etag, body };
  }

  /** Each request has its own connection, so that a response cannot affect the next request. */
  #exchange(method: string, path: string, headers: Headers, body?: string | Buffer): Promise<IncomingMessage> {
    const { hostname, port } = new URL(this.address);
    const bytes = body === undefined ? undefined : Buffer.from(body as string);
    const framed = bytes ? { ...headers, 'Content-Length': bytes.length } : { ...headers };
    const target = { hostname, port, method, path: this.#ids.own(path), headers: framed, agent: false as const };
    return new Promise((resolve, reject) => {
      const sent = request({ ...target, timeout: TIMEOUT_MS }, resolve);
      sent.on('error', reject).on('timeout', () => sent.destroy(new Error('no response in time')));
      sent.end(bytes);
    });
  }
}

/** The value of a conditional header, with the ETag of this server. */
function withTag({ value }: Condition, tag = '"0-none"'): string {
  const stale = tag
    .replace(/"(\d+)-/g, (_, version) => `"${Number(version) + 1000}-`)
    .replace(/"(\w{16})-/g, (_, digest) => `"${[...digest].reverse().join('')}-`);
  return value.replaceAll('<tag>', tag).replaceAll('<stale>', stale === tag ? '"stale"' : stale);
}
