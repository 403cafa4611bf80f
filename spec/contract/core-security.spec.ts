import { type ApplicationClass, ServiceUnavailableException } from '../../lib/core';
import { Authorizer, type SecurityOptions } from '../../lib/security';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';
import { BASIC, Books, type BooksApplication, books, called, secured } from '../support/security/books';
import { basic } from '../support/security/credentials';
import { namedByHeader } from '../support/security/named-by-header';

let served: ServedSpec;
const start = async (Class: ApplicationClass, security: Record<string, unknown> = BASIC) => {
  served = await serveApplication(Class, { security });
};
const stop = () => served.stop();
const statusOf = async (method: string, path: string, headers: Record<string, string> = {}) =>
  (await served.request(path, { method, headers })).status;

beforeEach(() => {
  called.length = 0;
});

describe('An authenticator of your own', () => {
  afterEach(stop);

  it('is asked before those of the configuration, and both stand in the challenge', async () => {
    await start(books(secured, { authenticators: [namedByHeader] }));

    const { headers } = await served.request('/account');
    const both = await served.request('/account', { headers: { 'X-User': 'ada', ...basic('reader') } });
    const other = await served.request('/account', { headers: basic('reader') });

    expect(headers.get('WWW-Authenticate')).toBe('Named realm="specs", Basic realm="books", charset="UTF-8"');
    expect([both.body.name, other.body.name]).toEqual(['ada', 'reader']);
  });

  it('may say that it cannot tell right now', async () => {
    const unable = {
      challenge: 'Own',
      authenticate() {
        throw new ServiceUnavailableException('Try again.', { headers: { 'Retry-After': '5' } });
      },
    };
    await start(books(secured, { authenticators: [unable] }), {});

    const { status, headers } = await served.request('/books');

    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
  });

  it('that fails lets nobody in, and tells nothing of the inside', async () => {
    const failing = {
      challenge: 'Own',
      authenticate: async () => {
        throw new Error('secret of the inside');
      },
    };
    await start(books(secured, { authenticators: [failing] }), {});

    const { status, text } = await served.request('/books');

    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(called).toEqual([]);
  });
});

describe('An Authorizer of your own', () => {
  afterEach(stop);

  it('decides in place of the roles of the configuration', async () => {
    const authorizer = new Authorizer((names) => names.map((name) => `${name}.only`));
    const define = (application: BooksApplication) =>
      void application
        .resource(Books)
        .builder('/own')
        .action('GET', 'list')
        .attribute(Authorizer.PERMISSIONS, 'reader.only');
    await start(books(define, { authorizer }));

    expect(await statusOf('GET', '/own', basic('reader'))).toBe(200);
    expect(await statusOf('GET', '/own', basic('librarian'))).toBe(403);
  });

  it('that fails lets nobody in', async () => {
    const authorizer = new Authorizer(() => {
      throw new Error('The table of roles is gone.');
    });
    await start(books(secured, { authorizer }));

    expect(await statusOf('GET', '/account', basic('reader'))).toBe(500);
    expect(called).toEqual([]);
  });
});

describe('What stops the start', () => {
  const refusal = async (
    security: Record<string, unknown>,
    define?: (application: BooksApplication) => void,
    options?: SecurityOptions,
  ) => {
    try {
      await start(books(define, options), security);
    } catch (error) {
      return error as Error & { code?: string };
    }
    await stop();
    return undefined;
  };
  const withAttribute = (name: string, value: unknown) => (application: BooksApplication) =>
    void application.resource(Books).builder('/x').action('POST', 'create').attribute(name, value);

  it('is a route that needs a permission where nothing can tell who sends a request', async () => {
    const error = await refusal({}, secured);

    expect(error?.code).toBe('AUTHENTICATOR_MISSING');
    expect(error?.message).toContain('POST /secured (Books.create) needs the permission "books.create"');
    expect(await refusal({}, secured, { authenticators: [namedByHeader] })).toBeUndefined();
  });

  it('is authenticate: always where nothing can tell who sends a request', async () => {
    expect((await refusal({ authenticate: 'always' }))?.code).toBe('AUTHENTICATOR_MISSING');
  });

  it('is, in strict mode, a route that writes with neither permissions nor a mark that it is open', async () => {
    const unmarked = (application: BooksApplication) =>
      void application.resource(Books).builder('/books').action('POST', 'create').action('DELETE', 'remove');

    const error = await refusal({ strict: true }, unmarked);

    expect(error?.code).toBe('ROUTES_UNPROTECTED');
    expect(error?.message).toContain(': POST /books (Books.create), DELETE /books (Books.remove). ');
    expect(await refusal({})).toBeUndefined();
    expect(await refusal({ ...BASIC, strict: true }, secured)).toBeUndefined();
  });

  it('is a route that is public and needs a permission', async () => {
    const both = (application: BooksApplication) =>
      void application
        .resource(Books)
        .builder('/x')
        .action('POST', 'create')
        .attribute(Authorizer.PERMISSIONS, 'a')
        .attribute(Authorizer.PUBLIC, true);

    expect((await refusal(BASIC, both))?.code).toBe('SECURED_AND_PUBLIC');
  });

  it.each([[''], [' , '], [true], [{ a: 1 }], [null], [[' ']]])(
    'is a route whose permissions cannot be read, for it would be open: %j',
    async (value) => {
      expect((await refusal(BASIC, withAttribute(Authorizer.PERMISSIONS, value)))?.code).toBe('PERMISSIONS_UNREADABLE');
    },
  );

  it('is parts without their methods, all of them at once', async () => {
    class Keys {
      authenticate() {}
    }
    const options = { authenticators: [Keys, { challenge: 'X' }], authorizer: {}, users: new Map() } as unknown;

    const error = await refusal(BASIC, secured, options as SecurityOptions);

    expect(error?.message).toBe(
      [
        'there are 4 mistakes.',
        '- Security is handed the class Keys as an authenticator, but it is a class: write new Keys().',
        '- Security is handed an object literal as an authenticator, but it lacks authenticate(): add what is missing, or correct the name.',
        '- Security is handed an object literal as the authorizer, but it lacks principalOf() and isPermitted(): add what is missing, or correct the name.',
        '- Security is handed an instance of Map as the store of users, but it lacks find(): add what is missing, or correct the name.',
      ].join('\n'),
    );
    expect((await refusal(BASIC, secured, { authenticators: [{}] as never }))?.code).toBe('SECURITY_PART_INVALID');
  });

  it('is a table of roles where there is no database, unless the roles are kept elsewhere', async () => {
    const table = { ...BASIC, rolesTable: 'role_permissions' };

    expect((await refusal(table))?.code).toBe('ROLE_STORE_MISSING');
    expect(await refusal(table, secured, { roles: () => ({ permissionsOf: () => [] }) })).toBeUndefined();
  });

  it('is a password in place of its hash', async () => {
    const error = await refusal({ ...BASIC, users: { ada: { passwordHash: 'plain-secret' } } });

    expect(error?.code).toBe('PASSWORD_HASH_INVALID');
    expect(error?.message).not.toContain('plain-secret');
  });
});
