import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Request } from '../../lib/core';
import { JwtAuthenticator, type JwtSection } from '../../lib/security';

interface Signer {
  setProtectedHeader(header: object): Signer;
  setExpirationTime(at: number): Signer;
  sign(key: KeyObject): Promise<string>;
}

const { SignJWT } = createRequire(__filename)('jose') as { SignJWT: new (claims: object) => Signer };
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = publicKey.export({ type: 'spki', format: 'pem' }) as string;
const now = () => Math.floor(Date.now() / 1000);

const SECTION: JwtSection = { issuer: 'https://id.example', audience: 'shop', algorithms: ['RS256'], publicKey: PEM };
const CLAIMS = { iss: 'https://id.example', aud: 'shop', sub: 'ada', roles: ['clerk'], exp: 0 };

interface Token {
  readonly claims?: Record<string, unknown>;
  readonly header?: Record<string, unknown>;
  readonly key?: KeyObject;
}

async function token({ claims, header, key = privateKey }: Token = {}): Promise<string> {
  const all: Record<string, unknown> = { ...CLAIMS, exp: now() + 60, ...claims };
  for (const name of Object.keys(all)) if (all[name] === undefined) delete all[name];
  return new SignJWT(all).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
}

const requestWith = (authorization: string | undefined) => ({ headers: { authorization } }) as unknown as Request;
const ask = async (section: Partial<JwtSection>, sent: string | Promise<string>) =>
  new JwtAuthenticator({ ...SECTION, ...section }).authenticate(requestWith(`Bearer ${await sent}`));

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('A bearer token', () => {
  it('gives name, roles and claims', async () => {
    const identity = await ask({}, token({ claims: { scope: 'orders.read orders.write' } }));
    const mapped = await ask(
      { nameClaim: 'email', rolesClaim: 'groups', permissionsClaim: 'scope' },
      token({ claims: { email: 'ada@example.com', groups: 'a b', scope: 'orders.read orders.write' } }),
    );

    expect(identity).toMatchObject({ name: 'ada', roles: ['clerk'], permissions: [], claims: { iss: CLAIMS.iss } });
    expect(mapped).toMatchObject({
      name: 'ada@example.com',
      roles: ['a', 'b'],
      permissions: ['orders.read', 'orders.write'],
    });
  });

  it('may have its roles nested in a claim, or under a name with dots', async () => {
    const nested = token({ claims: { realm_access: { roles: ['a'] } } });
    const dotted = token({
      claims: { 'https://shop.example/roles': ['b'], 'https://shop': { 'example/roles': ['c'] } },
    });

    expect(await ask({ rolesClaim: 'realm_access.roles' }, nested)).toMatchObject({ roles: ['a'] });
    expect(await ask({ rolesClaim: 'https://shop.example/roles' }, dotted)).toMatchObject({ roles: ['b'] });
    expect(await ask({ rolesClaim: 'roles.length' }, nested)).toMatchObject({ roles: [] });
    expect(await ask({ rolesClaim: 'constructor.name' }, nested)).toMatchObject({ roles: [] });
  });

  it('is read only from the header Authorization with the scheme Bearer', async () => {
    const authenticator = new JwtAuthenticator(SECTION);

    expect(await authenticator.authenticate(requestWith(undefined))).toBeUndefined();
    expect(await authenticator.authenticate(requestWith('Basic YTpi'))).toBeUndefined();
    expect(await authenticator.authenticate(requestWith(`bearer ${await token()}`))).toMatchObject({ name: 'ada' });
  });

  it.each<[string, () => string | Promise<string>]>([
    [
      'is tampered with',
      async () => (await token()).replace(/\.[^.]+\./, `.${part({ ...CLAIMS, sub: 'eve', exp: now() + 60 })}.`),
    ],
    ['is signed by another key', () => token({ key: stranger.privateKey })],
    ['has expired', () => token({ claims: { exp: now() - 1 } })],
    ['never expires', () => token({ claims: { exp: undefined } })],
    ['is not valid yet', () => token({ claims: { nbf: now() + 30 } })],
    ['comes from another issuer', () => token({ claims: { iss: 'https://id.example.evil' } })],
    ['is for another audience', () => token({ claims: { aud: 'bank' } })],
    ['has no issuer', () => token({ claims: { iss: undefined } })],
    ['has no name', () => token({ claims: { sub: undefined } })],
    ['is not signed', () => `${part({ alg: 'none' })}.${part({ ...CLAIMS, exp: now() + 60 })}.`],
    ['uses the public key as a secret', () => token({ header: { alg: 'HS256' }, key: createSecretKey(PEM, 'utf8') })],
    ['uses an algorithm that is not listed', () => token({ header: { alg: 'RS512' } })],
    [
      'has an unknown critical header',
      () =>
        token({ header: { crit: ['x'], x: 1 } }).catch(
          () => `${part({ alg: 'RS256', crit: ['x'], x: 1 })}.${part(CLAIMS)}.AAAA`,
        ),
    ],
    ['is malformed', () => 'abc.def'],
    ['is empty', () => ''],
    ['is followed by another one', async () => `${await token()} ${await token()}`],
  ])('is rejected with 401 when it %s, without giving the reason', async (_, sent) => {
    await expect(ask({}, sent())).rejects.toMatchObject({
      status: 401,
      message: 'The bearer token is not valid.',
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
    });
  });

  it('may be expired, or not yet valid, by up to clockSkewS', async () => {
    const late = { claims: { exp: now() - 5 } };
    const early = { claims: { nbf: now() + 5 } };

    for (const each of [late, early]) {
      await expect(ask({ clockSkewS: 30 }, token(each))).resolves.toMatchObject({ name: 'ada' });
      await expect(ask({ clockSkewS: 2 }, token(each))).rejects.toMatchObject({ status: 401 });
    }
  });

  it('may be signed with a shared secret', async () => {
    const secret = 'x'.repeat(32);
    const signed = token({ header: { alg: 'HS256' }, key: createSecretKey(secret, 'utf8') });

    await expect(ask({ publicKey: undefined, secret, algorithms: ['HS256'] }, signed)).resolves.toMatchObject({
      name: 'ada',
    });
  });
});

describe('The key of bearer tokens', () => {
  it.each<[string, Partial<JwtSection>]>([
    ['a public key with an HS algorithm', { algorithms: ['RS256', 'HS256'] }],
    ['a secret with an RS algorithm', { publicKey: undefined, secret: 'x'.repeat(32) }],
    ['an RSA key with an ES algorithm', { algorithms: ['RS256', 'ES256'] }],
    ['an RSA key with EdDSA', { algorithms: ['EdDSA'] }],
    ['malformed', { publicKey: 'abc' }],
    ['a missing file', { publicKey: undefined, publicKeyFile: 'nowhere.pem' }],
  ])('stops the start when it is %s', (_, section) => {
    expect(() => new JwtAuthenticator({ ...SECTION, ...section })).toThrow(
      expect.objectContaining({ code: 'JWT_KEY_UNUSABLE' }),
    );
  });
});

describe('The options of JwtAuthenticator', () => {
  it.each<[string, Partial<JwtSection>]>([
    ['no algorithm', { algorithms: [] }],
    ['the algorithm none', { algorithms: ['RS256', 'none'] }],
    ['two keys', { jwksUrl: 'https://id.example/keys' }],
    ['no key', { publicKey: undefined }],
    ['a secret that is too short', { publicKey: undefined, secret: 'x'.repeat(31) }],
    ['no issuer', { issuer: undefined }],
    ['no audience', { audience: [] }],
  ])('are checked in code like in a configuration: %s', (_, section) => {
    expect(() => new JwtAuthenticator({ ...SECTION, ...section } as JwtSection)).toThrow(
      expect.objectContaining({ code: 'JWT_OPTIONS_INVALID' }),
    );
  });
});

describe('jwksUrl', () => {
  let server: Server;
  let url: string;
  let requests = 0;
  let keysResponse: { status: number; body: string; headers?: Record<string, string> };
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };

  beforeAll(async () => {
    server = createServer((_, response) => {
      requests += 1;
      const headers = { 'Content-Type': 'application/json', ...keysResponse.headers };
      response.writeHead(keysResponse.status, headers).end(keysResponse.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  });
  beforeEach(() => {
    requests = 0;
    keysResponse = { status: 200, body: JSON.stringify({ keys: [jwk] }) };
  });
  afterAll(() => server.close());

  const remote = () => new JwtAuthenticator({ ...SECTION, publicKey: undefined, jwksUrl: url });
  const bearer = async (given: Token) => requestWith(`Bearer ${await token(given)}`);

  it('is fetched once for many tokens', async () => {
    const authenticator = remote();

    for (let count = 0; count < 3; count++) {
      const identity = await authenticator.authenticate(await bearer({ header: { kid: 'one' } }));
      expect(identity).toMatchObject({ name: 'ada' });
    }

    expect(requests).toBe(1);
  });

  it('is not fetched again immediately for an unknown key, which is 401', async () => {
    const authenticator = remote();
    const unknown = await bearer({ header: { kid: 'two' }, key: stranger.privateKey });

    for (let count = 0; count < 3; count++) {
      await expect(authenticator.authenticate(unknown)).rejects.toMatchObject({ status: 401 });
    }

    expect(requests).toBe(1);
  });

  it.each([
    ['fails', { status: 500, body: '' }],
    ['returns no key set', { status: 200, body: '[]' }],
  ])('causes 503 with Retry-After when it %s', async (_, response) => {
    keysResponse = response;

    await expect(remote().authenticate(await bearer({ header: { kid: 'one' } }))).rejects.toMatchObject({
      status: 503,
      headers: { 'Retry-After': '5' },
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'does not follow a redirect, since it may lead to plain http: %s',
    async (status) => {
      let isFollowed = false;
      const elsewhere = createServer((_, response) => {
        isFollowed = true;
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ keys: [jwk] }));
      });
      elsewhere.listen(0, '127.0.0.1');
      await once(elsewhere, 'listening');
      const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/keys`;
      keysResponse = { status, body: '', headers: { Location: location } };

      await expect(remote().authenticate(await bearer({ header: { kid: 'one' } }))).rejects.toMatchObject({
        status: 503,
      });
      elsewhere.close();

      expect([requests, isFollowed]).toEqual([1, false]);
    },
  );

  it.each([
    ['http://id.example/keys', 'http://id.example/keys'],
    ['http://ann:s3cret@id.example:8080/keys?x=1', 'http://id.example:8080/keys'],
    ['http://localhost@id.example/keys', 'http://id.example/keys'],
    ['http://localhost.id.example/keys', 'http://localhost.id.example/keys'],
    ['http://127.0.0.1.id.example/keys', 'http://127.0.0.1.id.example/keys'],
    ['http://192.168.0.1/keys', 'http://192.168.0.1/keys'],
    ['http://[2001:db8::1]/keys', 'http://[2001:db8::1]/keys'],
  ])('stops the start when it is plain http to another machine: %s', (jwksUrl, named) => {
    const create = () => new JwtAuthenticator({ ...SECTION, publicKey: undefined, jwksUrl });

    expect(create).toThrow(
      expect.objectContaining({
        code: 'JWKS_OVER_HTTP',
        message: `security.jwt.jwksUrl is ${named}: over plain http, anyone on the way can replace the keys and sign tokens. Use https, or copy the key into publicKey or publicKeyFile; http is allowed for localhost, 127.0.0.1 and [::1].`,
      }),
    );
  });

  it.each(['https://id.example/keys', 'http://localhost:1/keys', 'http://127.0.0.1/keys', 'http://[::1]:1/keys'])(
    'may be %s',
    (jwksUrl) => {
      expect(() => new JwtAuthenticator({ ...SECTION, publicKey: undefined, jwksUrl })).not.toThrow();
    },
  );

  it('causes 503 when nothing listens there', async () => {
    const authenticator = new JwtAuthenticator({
      ...SECTION,
      publicKey: undefined,
      jwksUrl: 'http://127.0.0.1:1/keys',
    });

    await expect(authenticator.authenticate(await bearer({ header: { kid: 'one' } }))).rejects.toMatchObject({
      status: 503,
    });
  });
});
