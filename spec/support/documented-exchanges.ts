/** One request of a page, with the response that the page shows. */
export interface DocumentedExchange {
  readonly method: string;
  /** The path from the root, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string;
  readonly response: DocumentedResponse;
}

interface DocumentedResponse {
  /** Absent when the page shows the body only. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Values that differ in each run: instants, request ids and durations. */
const FLEETING = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(instant)'],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, '(request id)'],
  [/dur=[\d.]+/g, 'dur=(ms)'],
] as const;

const BODY = /^(json|csv)$/;

/**
 * The exchanges of a page in their order: each `sh` block that begins with `curl`, with the block after it: `http`, or
 * `json` or `csv` for the body alone. Or the response is a comment below its request, with a status or a head before
 * the body.
 *
 * @throws Error for a request without a response
 */
export function documentedExchanges(page: string): DocumentedExchange[] {
  const blocks = [...page.matchAll(/^```(\w*)\n(.*?)^```/gms)].map(([, language, text = '']) => ({ language, text }));
  return blocks.flatMap(({ language, text }, index) => {
    if (language !== 'sh' || !text.startsWith('curl ')) return [];
    if (/^#/m.test(text)) return text.split(/\n\n(?=curl )/).map(commentedExchange);
    const next = blocks[index + 1];
    if (next?.language === 'http') return [{ ...requestOf(text), response: responseOf(next.text) }];
    if (!next || !BODY.test(next.language ?? '')) throw new Error(`The page shows no response to ${text}`);
    return [{ ...requestOf(text), response: { headers: {}, body: parse(next.text) } }];
  });
}

/** Sends the request to a server. Whatever the page omits by `…` is omitted here, too. */
export async function responseTo(exchange: DocumentedExchange, address: string): Promise<DocumentedResponse> {
  const { method, path, headers, content, response: documented } = exchange;
  const response = await fetch(address + path, { method, headers, body: content });
  const named = Object.keys(documented.headers).map((name) => [name, lasting(response.headers.get(name) ?? '')]);
  const body = parse(await response.text());
  const status = documented.status === undefined ? {} : { status: response.status };
  return { ...status, headers: Object.fromEntries(named), body: shortenedAs(documented.body, body) };
}

/** A request and its response in lines that begin with `#`. */
function commentedExchange(text: string): DocumentedExchange {
  const lines = text.split('\n');
  const comment = lines.filter((line) => line.startsWith('#')).map((line) => line.replace(/^# ?/, ''));
  const [, status] = /^(?:HTTP\/1\.1 )?(\d{3}) /.exec(comment[0] ?? '') ?? [];
  const isHead = (line: string) => /^HTTP|^[\w-]+: |^…$/.test(line);
  const headSize = comment[0]?.startsWith('HTTP') ? comment.findIndex((line) => !isHead(line)) : 0;
  const headers = comment.slice(1, headSize).filter((line) => line !== '…');
  const body = comment.slice(headSize).join('\n');
  const response = {
    ...(status && { status: Number(status) }),
    headers: Object.fromEntries(headers.map((line) => lasting(line).split(': ', 2))),
    body: parse(headSize ? body : body.replace(/^\d{3} /, '')),
  };
  return { ...requestOf(lines.filter((line) => !line.startsWith('#')).join('\n')), response };
}

function requestOf(command: string): Omit<DocumentedExchange, 'response'> {
  const [, path = '/'] = /https?:\/\/127\.0\.0\.1:(?:8080|8443)([^\s']*)/.exec(command) ?? [];
  const [, content] = /-d '([^']*)'/.exec(command) ?? [];
  const [, method = content === undefined ? 'GET' : 'POST'] = /-X (\w+)/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H '([\w-]+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value]);
  const [, user] = /-u (\S+)/.exec(command) ?? [];
  if (user) headers.push(['Authorization', `Basic ${btoa(user)}`]);
  return { method, path, headers: Object.fromEntries(headers), content };
}

function responseOf(text: string): DocumentedResponse {
  const [head = '', ...parts] = text.split('\n\n');
  const [statusLine = '', ...lines] = head.trim().split('\n');
  const headers = lines.map((line) => line.split(': ', 2));
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: parse(parts.join('\n\n')),
  };
}

function lasting(text: string): string {
  return FLEETING.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);
}

/** Parses JSON. An object with `…` gets a member of that name. */
function parse(text: string): unknown {
  const rest = lasting(text.trim());
  if (!/^[[{]/.test(rest)) return rest.replaceAll('\r\n', '\n');
  return JSON.parse(rest.replaceAll(/…(?= ")/g, '"…": true,').replaceAll(/…(?!")/g, '"…": true')) as unknown;
}

function shortenedAs(documented: unknown, body: unknown): unknown {
  if (typeof documented === 'string' && documented.endsWith('\n…')) {
    return typeof body === 'string' && body.startsWith(documented.slice(0, -1)) ? documented : body;
  }
  if (Array.isArray(documented) && Array.isArray(body)) {
    return body.map((element, index) => shortenedAs(documented[index], element));
  }
  if (!isObject(documented) || !isObject(body)) return body;
  const names = '…' in documented ? Object.keys(documented) : Object.keys(body);
  return Object.fromEntries(
    names.map((name) => [name, name === '…' ? true : shortenedAs(documented[name], body[name])]),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
