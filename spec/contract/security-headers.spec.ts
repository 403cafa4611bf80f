import { Column, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain } from '../../lib';
import { Secure } from '../../lib/security';
import { namedByHeader } from '../support/security/named-by-header';
import { type Served, serve } from '../support/serve-shop';

@Secure({ method: 'DELETE', permissions: ['notes.delete'] })
@AggregateRoot
@Table({ tableName: 'notes' })
class Note extends BaseDomain {
  @Column declare text: string;
}

class NotesApplication extends Application {}

const served = new Map<string, Served>();
const serveWith = async (name: string, security: Record<string, unknown>) => {
  served.set(
    name,
    await serve([Note], { Class: NotesApplication, authenticators: [namedByHeader], settings: { security } }),
  );
};

const ORIGIN = 'https://app.example.com';

describe('Security headers', () => {
  beforeAll(() => serveWith('plain', {}));
  afterAll(() => served.get('plain')!.stop());

  it.each([
    ['a 200', 'GET', '/notes', 200],
    ['a 404 of an entity', 'GET', '/notes/0', 404],
    ['a 405', 'PATCH', '/notes', 405],
    ['a 401', 'DELETE', '/notes/1', 401],
    ['a 400', 'GET', '/notes?colour=red', 400],
    ['OPTIONS', 'OPTIONS', '/notes', 204],
    ['HEAD', 'HEAD', '/notes', 200],
  ])('are sent with %s', async (_, method, path, expected) => {
    const { status, headers } = await served.get('plain')!.request(method, path);

    expect(status).toBe(expected);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    expect(headers.get('Strict-Transport-Security')).toBeNull();
  });

  it('keep the policy that a page sets itself', async () => {
    const { headers } = await served.get('plain')!.request('GET', '/api/shop/map');

    expect(headers.get('Content-Security-Policy')).not.toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it('prevent caching of responses to authenticated requests', async () => {
    const anonymous = await served.get('plain')!.request('GET', '/notes');
    const known = await served.get('plain')!.request('GET', '/notes', undefined, { 'X-User': 'ada' });

    expect([anonymous.headers.get('Cache-Control'), known.headers.get('Cache-Control')]).toEqual([null, 'no-store']);
  });

  it('disclose nothing about the server', async () => {
    const { headers } = await served.get('plain')!.request('GET', '/notes');

    expect([headers.get('Server'), headers.get('X-Powered-By')]).toEqual([null, null]);
  });
});

describe('security.headers', () => {
  it('changes and removes headers', async () => {
    await serveWith('other', { headers: { 'X-Frame-Options': 'SAMEORIGIN', 'Referrer-Policy': false } });

    const { headers } = await served.get('other')!.request('GET', '/notes');
    await served.get('other')!.stop();

    expect([headers.get('X-Frame-Options'), headers.get('Referrer-Policy')]).toEqual(['SAMEORIGIN', null]);
  });
});

describe('CORS', () => {
  beforeAll(async () => {
    await serveWith('off', {});
  });
  afterAll(() => served.get('off')!.stop());

  it('is off by default', async () => {
    const headers = { Origin: ORIGIN, 'Access-Control-Request-Method': 'DELETE' };
    const preflight = await served.get('off')!.request('OPTIONS', '/notes', undefined, headers);
    const read = await served.get('off')!.request('GET', '/notes', undefined, { Origin: ORIGIN });

    for (const response of [preflight, read]) expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});

describe('security.cors', () => {
  const ask = (method: string, headers: Record<string, string>) =>
    served.get('cors')!.request(method, '/notes', undefined, headers);

  beforeAll(async () => {
    await served.get('off')?.stop();
    await serveWith('cors', {
      authenticate: 'always',
      cors: { origins: [ORIGIN], credentials: true, exposedHeaders: ['X-Queue'] },
    });
  });
  afterAll(() => served.get('cors')!.stop());

  it('responds to a preflight request of an allowed origin before authentication', async () => {
    const { status, headers } = await ask('OPTIONS', { Origin: ORIGIN, 'Access-Control-Request-Method': 'PUT' });

    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
    expect(headers.get('Access-Control-Allow-Methods')).toContain('PUT');
    expect(headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
    expect(headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(headers.get('Access-Control-Max-Age')).toBe('600');
    expect(headers.get('Vary')).toContain('Origin');
  });

  it('exposes responses and errors, with our headers, to scripts of the origin', async () => {
    const credentials: Record<string, string>[] = [{}, { 'X-User': 'ada' }];
    for (const user of credentials) {
      const { headers } = await ask('GET', { Origin: ORIGIN, ...user });
      expect(headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
      expect(headers.get('Access-Control-Expose-Headers')).toMatch(
        /Location.*Missing-Ids.*Content-Range.*RateLimit.*X-Queue/,
      );
    }
  });

  it.each([
    'https://app.example.com.evil.org',
    'https://evil-app.example.com',
    'http://app.example.com',
    'https://app.example.com:444',
    'https://APP.example.com',
    'null',
    '*',
  ])('allows no other origin: %s', async (origin) => {
    const preflight = await ask('OPTIONS', { Origin: origin, 'Access-Control-Request-Method': 'PUT' });
    const read = await ask('GET', { Origin: origin, 'X-User': 'ada' });

    expect([preflight.status, read.status]).toEqual([401, 200]);
    for (const { headers } of [preflight, read]) {
      expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect(headers.get('Vary')).toContain('Origin');
    }
  });

  it('stops the start when it would allow credentials from every origin', async () => {
    await served.get('cors')!.stop();
    const started = serve([Note], {
      authenticators: [namedByHeader],
      settings: { security: { cors: { origins: ['*'], credentials: true } } },
    });

    await expect(started).rejects.toThrow('security.cors allows credentials from every origin (*)');
    await serveWith('cors', { cors: { origins: ['*'] } });
    const { headers } = await ask('GET', { Origin: 'https://anywhere.example' });
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });
});
