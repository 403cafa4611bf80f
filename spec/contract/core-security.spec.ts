import { ServiceUnavailableException } from '../../lib/core';
import { Authorizer, type SecurityOptions } from '../../lib/security';
import { BASIC, Books, type BooksApplication, books, called, secured } from '../support/security/books';
import { basic } from '../support/security/credentials';
import { namedByHeader } from '../support/security/named-by-header';
import { useBooks } from '../support/security/use-books';

const { start, stop, request, statusOf } = useBooks();

describe('A custom authenticator', () => {
  afterEach(stop);

  it('is called before those of the configuration, and both are in the challenge', async () => {
    await start(books(secured, { authenticators: [namedByHeader] }));

    const { headers } = await request('/account');
    const both = await request('/account', { headers: { 'X-User': 'ada', ...basic('reader') } });
    const other = await request('/account', { headers: basic('reader') });

    expect(headers.get('WWW-Authenticate')).toBe('Named realm="specs", Basic realm="books", charset="UTF-8"');
    expect([both.body.name, other.body.name]).toEqual(['ada', 'reader']);
  });

  it('may respond that it is temporarily unavailable', async () => {
    const unable = {
      challenge: 'Own',
      authenticate() {
        throw new ServiceUnavailableException('Try again.', { headers: { 'Retry-After': '5' } });
      },
    };
    await start(books(secured, { authenticators: [unable] }), {});

    const { status, headers } = await request('/books');

    expect([status, headers.get('Retry-After')]).toEqual([503, '5']);
  });

  it('that fails admits no one, and discloses nothing internal', async () => {
    const failing = {
      challenge: 'Own',
      authenticate: async () => {
        throw new Error('secret of the inside');
      },
    };
    await start(books(secured, { authenticators: [failing] }), {});

    const { status, text } = await request('/books');

    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(called).toEqual([]);
  });
});

describe('A custom Authorizer', () => {
  afterEach(stop);

  it('decides instead of the roles of the configuration', async () => {
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

  it('that fails admits no one', async () => {
    const authorizer = new Authorizer(() => {
      throw new Error('The table of roles is gone.');
    });
    await start(books(secured, { authorizer }));

    expect(await statusOf('GET', '/account', basic('reader'))).toBe(500);
    expect(called).toEqual([]);
  });
});

describe('A security configuration that stops the start', () => {
  const startError = async (
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

  it('has a route with a permission and no authenticator', async () => {
    const error = await startError({}, secured);

    expect(error?.code).toBe('AUTHENTICATOR_MISSING');
    expect(error?.message).toContain('POST /secured (Books.create) requires the permission "books.create"');
    expect(await startError({}, secured, { authenticators: [namedByHeader] })).toBeUndefined();
  });

  it('has authenticate: always and no authenticator', async () => {
    expect((await startError({ authenticate: 'always' }))?.code).toBe('AUTHENTICATOR_MISSING');
  });

  it('has, in strict mode, a write route that is neither protected nor public', async () => {
    const unmarked = (application: BooksApplication) =>
      void application.resource(Books).builder('/books').action('POST', 'create').action('DELETE', 'remove');

    const error = await startError({ strict: true }, unmarked);

    expect(error?.code).toBe('ROUTES_UNPROTECTED');
    expect(error?.message).toContain(': POST /books (Books.create), DELETE /books (Books.remove). ');
    expect(await startError({})).toBeUndefined();
    expect(await startError({ ...BASIC, strict: true }, secured)).toBeUndefined();
  });

  it('has a public route with permissions', async () => {
    const both = (application: BooksApplication) =>
      void application
        .resource(Books)
        .builder('/x')
        .action('POST', 'create')
        .attribute(Authorizer.PERMISSIONS, 'a')
        .attribute(Authorizer.PUBLIC, true);

    expect((await startError(BASIC, both))?.code).toBe('SECURED_AND_PUBLIC');
  });

  it.each([[''], [' , '], [true], [{ a: 1 }], [null], [[' ']]])(
    'has a route with unreadable permissions, which would be open: %j',
    async (value) => {
      expect((await startError(BASIC, withAttribute(Authorizer.PERMISSIONS, value)))?.code).toBe(
        'PERMISSIONS_UNREADABLE',
      );
    },
  );

  it('has custom classes without their methods, all reported at once', async () => {
    class Keys {
      authenticate() {}
    }
    const options = { authenticators: [Keys, { challenge: 'X' }], authorizer: {}, users: new Map() } as unknown;

    const error = await startError(BASIC, secured, options as SecurityOptions);

    expect(error?.message).toBe(
      [
        'there are 4 mistakes.',
        '- Security is given the class Keys as an authenticator, but it is a class: write new Keys().',
        '- Security is given an object literal as an authenticator, but it lacks authenticate(): add what is missing, or correct the name.',
        '- Security is given an object literal as the authorizer, but it lacks principalOf() and isPermitted(): add what is missing, or correct the name.',
        '- Security is given an instance of Map as the store of users, but it lacks find(): add what is missing, or correct the name.',
      ].join('\n'),
    );
    expect((await startError(BASIC, secured, { authenticators: [{}] as never }))?.code).toBe('SECURITY_PART_INVALID');
  });

  it('has a role table without a database, unless a store replaces it', async () => {
    const table = { ...BASIC, rolesTable: 'role_permissions' };

    expect((await startError(table))?.code).toBe('ROLE_STORE_MISSING');
    expect(await startError(table, secured, { roleStore: () => ({ permissionsOf: () => [] }) })).toBeUndefined();
  });

  it('has a password instead of its hash', async () => {
    const error = await startError({ ...BASIC, users: { ada: { passwordHash: 'plain-secret' } } });

    expect(error?.code).toBe('PASSWORD_HASH_INVALID');
    expect(error?.message).not.toContain('plain-secret');
  });
});
