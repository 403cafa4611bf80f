import type { Authenticator } from '../../lib/security';
import { type ServedSpec, serveApplication } from '../support/core/serve-application';
import { books, secured } from '../support/security/books';

/** Finds the user in a cookie of the host, as one of its session middlewares would set it. */
const byCookie = (usesCookies?: boolean): Authenticator => ({
  challenge: 'Cookie',
  ...(usesCookies !== undefined && { usesCookies }),
  authenticate: ({ headers }) => (headers.cookie === 'user=ada' ? { name: 'ada', permissions: GRANTED } : undefined),
});
const GRANTED = ['books.create', 'books.remove', 'books.list'];
const ADA = { Cookie: 'user=ada' };
const EVIL = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
const PARTNER = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://partner.example' };

let served: ServedSpec;
const statusOf = async (method: string, headers: Record<string, string>) =>
  (await served.request('/secured/1', { method, headers })).status;

describe('An authenticator with usesCookies', () => {
  beforeAll(async () => {
    const security = { cors: { origins: ['https://partner.example'], credentials: true } };
    served = await serveApplication(books(secured, { authenticators: [byCookie(true)] }), { security });
  });
  afterAll(() => served.stop());

  it('gives pages of another origin 403 for a write, and its own pages and other programs their response', async () => {
    const rejected = await served.request('/secured/1', { method: 'DELETE', headers: { ...ADA, ...EVIL } });

    expect([rejected.status, rejected.body.detail]).toEqual([
      403,
      'The request comes from a page of another origin, which may not use the cookies.',
    ]);
    expect(await statusOf('DELETE', { ...ADA, Origin: 'https://evil.example' })).toBe(403);
    expect(await statusOf('DELETE', { ...ADA, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
    expect(await statusOf('DELETE', ADA)).toBe(200);
  });

  it('lets pages of another origin read, and write if security.cors trusts them with cookies', async () => {
    expect(await statusOf('GET', { ...ADA, ...EVIL })).toBe(200);
    expect(await statusOf('DELETE', { ...ADA, ...PARTNER })).toBe(200);
  });

  it('asks requests without its cookie for credentials, wherever they come from', async () => {
    expect(await statusOf('DELETE', EVIL)).toBe(401);
  });
});

describe('An authenticator without usesCookies', () => {
  beforeAll(async () => {
    served = await serveApplication(books(secured, { authenticators: [byCookie()] }));
  });
  afterAll(() => served.stop());

  it('accepts writes of every page, since it may read a header that browsers do not send by themselves', async () => {
    expect(await statusOf('DELETE', { ...ADA, ...EVIL })).toBe(200);
  });
});
