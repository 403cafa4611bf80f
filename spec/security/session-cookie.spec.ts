import type { CookieOptions, Request, Response } from '../../lib/core';
import { SessionCookie } from '../../lib/security/session/session-cookie';
import type { SessionSection } from '../../lib/security/session/session-section';

/** The cookie that a login at this origin sets. */
function cookieAt(origin: string, section: Partial<SessionSection> = {}, path = '') {
  const set: { name: string; value: string; options: CookieOptions }[] = [];
  const request = { origin, secure: origin.startsWith('https:') } as Request;
  const response = {
    setCookie: (name: string, value: string, options: CookieOptions) => set.push({ name, value, options }),
  } as unknown as Response;
  const cookie = new SessionCookie(section as SessionSection, path);
  cookie.set(request, response, 'id-1');
  cookie.clear(request, response);
  return { set: set[0]!, cleared: set[1]! };
}

describe('The cookie of a session', () => {
  it.each([
    ['https', 'https://shop.example.com', '__Host-session', true],
    ['http behind a proxy', 'http://shop.example.com', '__Host-session', true],
    ['http on this machine', 'http://localhost:8080', 'session', false],
    ['http on the loopback address', 'http://127.0.0.1:8080', 'session', false],
    ['http on the loopback address of IPv6', 'http://[::1]:8080', 'session', false],
    ['http on a host that begins like localhost', 'http://localhost.evil.example', '__Host-session', true],
  ])('by %s is named and secured accordingly', (_, origin, name, secure) => {
    const { set } = cookieAt(origin);

    expect(set).toEqual({ name, value: 'id-1', options: { path: '/', httpOnly: true, sameSite: 'lax', secure } });
  });

  it('is secure on this machine, too, with secure: always', () => {
    expect(cookieAt('http://localhost:8080', { secure: 'always' }).set).toMatchObject({
      name: '__Host-session',
      options: { secure: true },
    });
  });

  it('has no prefix below a mount path, since the prefix requires the path /', () => {
    expect(cookieAt('https://shop.example.com', { cookie: 'sid' }, '/shop').set).toMatchObject({
      name: 'sid',
      options: { path: '/shop', secure: true },
    });
  });

  it('is cleared with the name and the path with which it was set', () => {
    const { set, cleared } = cookieAt('https://shop.example.com', {}, '/shop');

    expect(cleared).toEqual({ ...set, value: '', options: { ...set.options, maxAgeMs: 0 } });
  });
});
