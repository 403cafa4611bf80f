import { createRequire } from 'node:module';
import type { Request } from '../../lib/core';
import {
  BasicAuthenticator,
  ConfiguredUsers,
  PasswordHasher,
  PasswordLogin,
  type StoredUser,
} from '../../lib/security';

interface Bcrypt {
  hashSync(password: string, rounds: number): string;
  compare(password: string, hash: string): Promise<boolean>;
}

const bcrypt = createRequire(__filename)('bcryptjs') as Bcrypt;
const CHEAP = 4;
const HERE = '192.0.2.1';
const hasher = new PasswordHasher('specs');
const userWith = (password: string): StoredUser => ({
  passwordHash: bcrypt.hashSync(password, CHEAP),
  roles: ['clerk'],
});
const loginOf = (users: Record<string, StoredUser>) => new PasswordLogin(new ConfiguredUsers(users), hasher);
const requestWith = (authorization: string | undefined) =>
  ({ headers: { authorization }, clientAddress: HERE }) as unknown as Request;
const encoded = (text: string | Buffer) => `Basic ${Buffer.from(text as string).toString('base64')}`;

afterEach(() => jest.restoreAllMocks());

describe('HTTP Basic', () => {
  const authenticator = new BasicAuthenticator(
    loginOf({ ada: userWith('a:b:c'), grüße: userWith('pässword'), ben: userWith('') }),
    { realm: 'orders' },
  );
  const ask = (authorization: string | undefined) => authenticator.authenticate(requestWith(authorization));

  it('returns name and roles', async () => {
    await expect(ask(encoded('ada:a:b:c'))).resolves.toMatchObject({ name: 'ada', roles: ['clerk'] });
  });

  it('reads names and passwords as UTF-8, and says so in the challenge', async () => {
    await expect(ask(encoded('grüße:pässword'))).resolves.toMatchObject({ name: 'grüße' });
    expect(authenticator.challenge).toBe('Basic realm="orders", charset="UTF-8"');
  });

  it.each([undefined, 'Bearer abc', 'Basically YTpi', 'Digest username="ada"'])(
    'ignores a request without Basic credentials: %s',
    async (authorization) => {
      await expect(ask(authorization)).resolves.toBeUndefined();
    },
  );

  it('ignores the case of the scheme', async () => {
    await expect(ask(encoded('ada:a:b:c').replace('Basic', 'bASIC'))).resolves.toMatchObject({ name: 'ada' });
  });

  it.each([
    ['a wrong password', encoded('ada:a:b')],
    ['a password in another case', encoded('ada:A:B:C')],
    ['an unknown name', encoded('eve:a:b:c')],
    ['the name of a property of every object', encoded('__proto__:a:b:c')],
    ['a name in another case', encoded('Ada:a:b:c')],
    ['no colon', encoded('ada')],
    ['no password for an unknown name', encoded('eve:')],
    ['Latin-1', encoded(Buffer.from('grüße:pässword', 'latin1'))],
    ['nothing', 'Basic'],
    ['invalid Base64', 'Basic ***'],
    ['Base64 that is cut off', encoded('ada:a:b:c').slice(0, -1)],
    ['two words', `${encoded('ada:a:b:c')} ${encoded('ada:a:b:c')}`],
  ])('rejects %s with 401, its challenge and always the same message', async (_, authorization) => {
    await expect(ask(authorization)).rejects.toMatchObject({
      status: 401,
      message: 'Name or password is wrong.',
      headers: { 'WWW-Authenticate': authenticator.challenge },
    });
  });
});

describe('Passwords', () => {
  it('of more than 72 bytes are rejected, not truncated', async () => {
    const longest = 'ä'.repeat(36);
    const hash = await hasher.hash(longest);

    await expect(hasher.verify(longest, hash)).resolves.toBe(true);
    await expect(hasher.verify(`${longest}x`, hash)).resolves.toBe(false);
    await expect(hasher.hash(`${longest}x`)).rejects.toThrow('at most 72 bytes');
  });

  it.each(['', 'plain text', '$2b$10$short', '$1$salt$hash'])('never match an invalid hash: %p', async (hash) => {
    await expect(hasher.verify(hash, hash)).resolves.toBe(false);
  });

  it('of unknown names take as long as wrong ones: both are compared with a hash of the same cost', async () => {
    const compare = jest.spyOn(bcrypt, 'compare');
    const login = loginOf({ ada: userWith('secret') });

    await expect(login.identify('ada', 'wrong', HERE)).resolves.toBeUndefined();
    await expect(login.identify('eve', 'wrong', HERE)).resolves.toBeUndefined();

    // Before version 3, bcryptjs writes $2a$ for the same hash.
    const hashes = compare.mock.calls.map(([, hash]) => hash.slice(0, 7).replace('$2a$', '$2b$'));
    expect(hashes).toEqual(['$2b$04$', '$2b$04$']);
  });
});

describe('A verified password', () => {
  it('is cached for a minute', async () => {
    const compare = jest.spyOn(bcrypt, 'compare');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    const login = loginOf({ ada: userWith('secret') });
    const countAt = async (ms: number) => {
      clock.mockReturnValue(1_000_000 + ms);
      await expect(login.identify('ada', 'secret', HERE)).resolves.toMatchObject({ name: 'ada' });
      return compare.mock.calls.length;
    };

    expect([await countAt(0), await countAt(59_999), await countAt(60_000)]).toEqual([1, 1, 2]);
  });

  it('does not verify another password or user', async () => {
    const login = loginOf({ ada: userWith('secret'), ben: userWith('other') });
    await login.identify('ada', 'secret', HERE);

    await expect(login.identify('ada', 'secret2', HERE)).resolves.toBeUndefined();
    await expect(login.identify('ben', 'secret', HERE)).resolves.toBeUndefined();
  });

  it('is rejected once it is changed or its user is removed', async () => {
    const users = new Map([['ada', userWith('old')]]);
    const login = new PasswordLogin({ find: (name) => users.get(name) }, hasher);
    await expect(login.identify('ada', 'old', HERE)).resolves.toBeDefined();

    users.set('ada', userWith('new'));
    await expect(login.identify('ada', 'old', HERE)).resolves.toBeUndefined();
    await expect(login.identify('ada', 'new', HERE)).resolves.toBeDefined();
    users.delete('ada');
    await expect(login.identify('ada', 'new', HERE)).resolves.toBeUndefined();
  });

  it('comes with the current roles of its user', async () => {
    let user: StoredUser = { ...userWith('secret'), roles: ['admin'] };
    const login = new PasswordLogin({ find: async () => user }, hasher);
    await login.identify('ada', 'secret', HERE);

    user = { ...user, roles: [], permissions: ['orders.read'] };

    await expect(login.identify('ada', 'secret', HERE)).resolves.toEqual({
      name: 'ada',
      roles: [],
      permissions: ['orders.read'],
    });
  });

  it('is evicted from the cache by a thousand others', async () => {
    const user = userWith('secret');
    const compare = jest.spyOn(bcrypt, 'compare').mockResolvedValue(true);
    const login = new PasswordLogin({ find: () => user }, hasher);

    for (let number = 0; number <= 1000; number++) await login.identify(`user ${number}`, 'secret', HERE);
    expect(compare).toHaveBeenCalledTimes(1001);
    await login.identify('user 1', 'secret', HERE);
    expect(compare).toHaveBeenCalledTimes(1001);
    await login.identify('user 0', 'secret', HERE);
    expect(compare).toHaveBeenCalledTimes(1002);
  });
});

describe('Wrong passwords', () => {
  const statuses = async (login: PasswordLogin, attempts: readonly (readonly [name: string, password: string])[]) => {
    const results = attempts.map(([name, password]) =>
      login.identify(name, password, HERE).then(
        (identity) => (identity ? 200 : 401),
        (error: { status: number }) => error.status,
      ),
    );
    return Promise.all(results);
  };
  const counted = (all: readonly number[]) =>
    [200, 401, 429].map((status) => all.filter((one) => one === status).length);

  it('are counted when they are sent concurrently', async () => {
    const ofOneName = Array.from({ length: 50 }, (_, number) => ['ada', `guess ${number}`] as const);
    const ofMany = Array.from({ length: 150 }, (_, number) => [`user ${number}`, 'guess'] as const);

    expect(counted(await statuses(loginOf({ ada: userWith('secret') }), ofOneName))).toEqual([0, 10, 40]);
    expect(counted(await statuses(loginOf({ ada: userWith('secret') }), [['ada', 'x'], ...ofMany]))).toEqual([
      0, 100, 51,
    ]);
  });

  it('do not include concurrent right ones, which are compared once', async () => {
    const compare = jest.spyOn(bcrypt, 'compare');
    const login = loginOf({ ada: userWith('secret') });

    const all = await statuses(
      login,
      Array.from({ length: 50 }, () => ['ada', 'secret'] as const),
    );

    expect(counted(all)).toEqual([50, 0, 0]);
    expect(compare).toHaveBeenCalledTimes(1);
  });

  it('of others do not lock out a user whose password is cached', async () => {
    const login = loginOf({ ada: userWith('secret') });
    await login.identify('ada', 'secret', HERE);

    await statuses(
      login,
      Array.from({ length: 20 }, () => ['ada', 'guess'] as const),
    );

    expect(
      await statuses(login, [
        ['ada', 'secret'],
        ['ada', 'guess'],
      ]),
    ).toEqual([200, 429]);
  });
});
