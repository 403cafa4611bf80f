import { gzipSync } from 'node:zlib';

/** A request that is sent without normalisation. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The attacked route, with the parts of a valid request. */
export interface Target {
  readonly method: string;
  /** The path with real ids. */
  readonly path: string;
  /** The body of a valid request; undefined for a route without one. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** The credentials of a user who may use this route only. */
  readonly credentials: Readonly<Record<string, string>>;
  /** A team of another club. */
  readonly foreignTeam: number;
}

export interface Attack {
  readonly name: string;
  /** The status codes that reject it; any other is a success of the attack. */
  readonly rejectedWith: readonly number[];
  readonly requests: readonly RawRequest[];
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Every class of attack on one write route. */
export function attacksOn(target: Target): readonly Attack[] {
  const attacks = [spoofedCredentials(target), pathTricks(target), sqlInNames(target), operatorsInQueries(target)];
  if (target.body) attacks.push(...attacksByBody(target, target.body));
  return attacks.filter(({ requests }) => requests.length > 0);
}

/** Credentials in places that are not read, and headers that some servers read as method, path or address. */
function spoofedCredentials({ method, path, body }: Target): Attack {
  const everything = 'club.get club.post club.put club.delete';
  const form = new URLSearchParams({ 'x-user': everything, authorization: 'Basic YWRtaW46YWRtaW4=' }).toString();
  const send = (headers: Record<string, string>, at = path) => ({
    method,
    path: at,
    headers: body ? { ...JSON_TYPE, ...headers } : headers,
    body: body && JSON.stringify(body),
  });
  return {
    name: 'spoofed credentials and headers',
    rejectedWith: [401],
    requests: [
      send({}, `${path}?${form}`),
      send({ 'X-Forwarded-User': 'admin', 'X-Remote-User': 'admin' }),
      send({ 'X-HTTP-Method-Override': 'GET', 'X-Method-Override': 'GET' }),
      send({ 'X-Original-URL': '/cities', 'X-Rewrite-URL': '/cities' }),
      send({ Cookie: 'x-user=admin; X-User=admin' }),
      send({ X_User: 'admin', 'X-User-': 'admin' }),
      { method, path, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: form },
    ],
  };
}

/** Other spellings of the path, none of which matches the route, with or without credentials. */
function pathTricks({ method, path, credentials, body }: Target): Attack {
  const tricks = [
    `/${path}`,
    `${path}//`,
    `/x/..${path}`,
    `/.${path}`,
    path.replace('/clubs', '/Clubs'),
    path.replace('/clubs', '/clubs%2F'),
    path.replace('/clubs', '/%2Fclubs'),
    path.replace('/clubs', '/clubs;jsessionid=1'),
    path.replace('/clubs', '\\clubs'),
    `${path}%2F`,
    `${path}%00`,
    `${path}/%2e%2e`,
    `${path}%zz`,
  ].filter((trick) => trick !== path);
  return {
    name: 'path tricks',
    rejectedWith: [400, 404, 405],
    requests: tricks.map((trick) => ({
      method,
      path: trick,
      headers: body ? { ...JSON_TYPE, ...credentials } : credentials,
      body: body && JSON.stringify(body),
    })),
  };
}

function sqlInNames({ method, path, credentials, body }: Target): Attack {
  const send = (at: string, content: unknown = body) => ({
    method,
    path: at,
    headers: content ? { ...JSON_TYPE, ...credentials } : credentials,
    body: content ? JSON.stringify(content) : undefined,
  });
  const inIds = ['1%20OR%201=1', "1'--", '1;DROP%20TABLE%20clubs', '0x1', '1e0', '%201', '-1%20UNION%20SELECT%201'];
  const byId = /\/\d+(?=\/|$)/.test(path) ? inIds.map((id) => send(path.replace(/\/\d+(?=\/|$)/, `/${id}`))) : [];
  const inQuery = [
    send(`${path}?id=1%20OR%201=1`),
    send(`${path}?name%27%20OR%201=1--=x`),
    send(`${path}?sort=id;DROP`),
  ];
  const inKeys = body
    ? [send(path, { ...body, 'name"; DROP TABLE clubs; --': 1 }), send(path, { ...body, 'name = 1 OR 1': 1 })]
    : [];
  return { name: 'SQL in names and keys', rejectedWith: [400, 404, 422], requests: [...byId, ...inQuery, ...inKeys] };
}

function operatorsInQueries({ method, path, credentials, body }: Target): Attack {
  const queries = [
    'id[ne]=0',
    'name[$ne]=x',
    'name[like]=*',
    'name[gt]=',
    'include=secret',
    'page=1',
    '__proto__[x]=1',
  ];
  return {
    name: 'operators in queries of writes',
    rejectedWith: [400],
    requests: queries.map((query) => ({
      method,
      path: `${path}?${query}`,
      headers: body ? { ...JSON_TYPE, ...credentials } : credentials,
      body: body && JSON.stringify(body),
    })),
  };
}

function attacksByBody(target: Target, body: Readonly<Record<string, unknown>>): readonly Attack[] {
  const { method, path, credentials, foreignTeam } = target;
  const headers = { ...JSON_TYPE, ...credentials };
  const raw = (text: string | Buffer, more: Record<string, string> = {}): RawRequest => ({
    method,
    path,
    headers: { ...headers, ...more },
    body: text,
  });
  const json = (content: unknown) => raw(JSON.stringify(content));
  const added = (more: Record<string, unknown>) => json({ ...body, ...more });
  const text = JSON.stringify(body);
  const opened = text.slice(0, -1) + (text === '{}' ? '' : ',');
  return [
    {
      name: 'mass assignment',
      rejectedWith: [403, 422],
      requests: [
        added({ id: 4711 }),
        added({ version: 99 }),
        added({ created_at: '2001-01-01T00:00:00.000Z' }),
        added({ secret: 'x' }),
        added({ deleted_at: null, is_admin: true }),
        added({ roles: ['admin'] }),
      ],
    },
    {
      name: 'foreign children in nested payloads',
      rejectedWith: [401, 403, 422],
      requests: [
        added({ teams: [{ id: foreignTeam, name: 'stolen' }] }),
        added({ teams: [{ id: String(foreignTeam), name: 'stolen' }] }),
        added({ teams: [{ club_id: 1, id: foreignTeam }] }),
        added({ club_id: 424242 }),
        added({ team_id: 424242 }),
      ],
    },
    {
      name: 'operator objects in values',
      rejectedWith: [400, 422],
      requests: [
        json({ ...body, name: { $gt: '' } }),
        json({ ...body, name: { gt: '' } }),
        json({ ...body, name: ['x'] }),
        json({ ...body, name: { val: '1; DROP TABLE clubs' } }),
        json({ ...body, name: { fn: 'version', args: [] } }),
        json({ ...body, city_id: { '[Op.ne]': 0 } }),
      ],
    },
    {
      name: 'prototype pollution',
      rejectedWith: [400, 422],
      requests: [
        raw(`${opened}"__proto__":{"polluted":true}}`),
        raw(`${opened}"constructor":{"prototype":{"polluted":true}}}`),
        raw(`${opened}"nested":{"__proto__":{"polluted":true}}}`),
        raw(`${opened}"\\u005f_proto__":{"polluted":true}}`),
      ],
    },
    {
      name: 'oversize, deep and duplicate JSON',
      rejectedWith: [400, 413, 422],
      requests: [
        raw(`${opened}"name":"${'x'.repeat(1_100_000)}"}`),
        raw(gzipSync(`${opened}"name":"${'x'.repeat(5_000_000)}"}`), { 'Content-Encoding': 'gzip' }),
        raw(`${opened}"name":${'['.repeat(200)}${']'.repeat(200)}}`),
        raw(`${'['.repeat(100_000)}`),
        raw(`${opened}"name":"a","name":"b"}`),
        raw(`${opened}"name":1e400}`),
        raw(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      ],
    },
  ];
}
