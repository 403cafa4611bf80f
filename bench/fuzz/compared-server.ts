import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { NeutralIds } from './neutral-ids';
import { type NeutralAnswer, neutralAnswer } from './neutral-response';
import type { Condition, FuzzRequest } from './request';

const TIMEOUT_MS = 30_000;

/** One of the compared servers, addressed with neutral ids. */
export class Side {
  readonly #ids = new NeutralIds();

  constructor(
    readonly name: string,
    readonly address: string,
  ) {}

  /** A broken connection is represented as a response with the status 0 and the error as text. */
  async send(request: FuzzRequest): Promise<NeutralAnswer> {
    const { method, path, body, sendBack, condition, isPreview } = request;
    const own = typeof body === 'string' ? this.#ids.own(body) : body;
    try {
      const read = sendBack === undefined ? undefined : await this.#exchange('GET', sendBack, {});
      // There is nothing to send back.
      if (read && read.statusCode !== 200) return this.#neutral(read);
      const tag = condition && (await this.#tagOf(condition.path));
      const headers = { ...request.headers, ...(condition && { [condition.name]: withTag(condition, tag) }) };
      if (isPreview) return { ...(await this.#preview(method, path, headers, own)), tag };
      const answer = await this.#exchange(method, path, headers, read ? await text(read) : own);
      return { ...(await this.#neutral(answer)), tag };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return { status: 0, headers: {}, text: code ?? message };
    }
  }

  /** The state is compared before and after. */
  async #preview(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ): Promise<NeutralAnswer> {
    const before = await this.#state(path);
    const Prefer = headers.Prefer === undefined ? 'preview' : `${headers.Prefer}, preview`;
    const answer = await this.#exchange(method, path, { ...headers, Prefer }, body);
    const neutral = await this.#neutral(answer, this.#ids.passing);
    const isSame = (await this.#state(path)) === before;
    return isSame ? neutral : { ...neutral, left: 'a preview has left something behind' };
  }

  async #neutral(answer: IncomingMessage, ids: Pick<NeutralIds, 'neutral'> = this.#ids): Promise<NeutralAnswer> {
    return neutralAnswer(answer.statusCode!, answer.headers, await text(answer), ids);
  }

  /** Of what is there, or stands above; several roots have one each. */
  async #tagOf(path: string): Promise<string | undefined> {
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

  /** The rows that a request of the path may write, and their tags, as this side shows them. */
  async #state(path: string): Promise<string> {
    const [, root = '', key = ''] = path.split('?')[0]!.split('/');
    const place = path.split('?')[0]!;
    const seen = [await this.#read(`/${root}`), await this.#read(`/${root}/${key}`), await this.#read(place)];
    return JSON.stringify(seen);
  }

  async #read(path: string): Promise<{ readonly status?: number; readonly etag?: string; readonly body: string }> {
    const answer = await this.#exchange('GET', path, {});
    const body = (await text(answer)).replace(/"request_id":"[^"]*"/g, '');
    return { status: answer.statusCode, etag: answer.headers.etag, body };
  }

  /** Each request has its own connection, so that a response cannot affect the next request. */
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

/** The value of a header, with the tag of this side in it. */
function withTag({ value }: Condition, tag = '"0-none"'): string {
  const stale = tag.replace(/"(\d+)-/g, (_, version) => `"${Number(version) + 1000}-`);
  return value.replaceAll('<tag>', tag).replaceAll('<stale>', stale === tag ? '"stale"' : stale);
}
