import type { Request } from '../../lib/core';
import { requireSameOrigin } from '../../lib/security/session/same-origin';

const TRUSTED = 'https://admin.example.com';

function send(method: string, headers: Record<string, string>): () => void {
  const request = { method, headers, origin: 'http://shop.example.com' } as unknown as Request;
  return () => requireSameOrigin(request, (origin) => origin === TRUSTED, 'session');
}

describe('A write with a session cookie', () => {
  it.each([
    ['a page of the same origin', { 'sec-fetch-site': 'same-origin', origin: 'http://shop.example.com' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an older browser on the same host', { origin: 'http://shop.example.com' }],
    ['the same host by https, behind a proxy that terminates it', { origin: 'https://shop.example.com' }],
    ['a program that is no browser', {}],
    ['a trusted origin', { 'sec-fetch-site': 'cross-site', origin: TRUSTED }],
  ])('is accepted from %s', (_, headers) => {
    expect(send('POST', headers)).not.toThrow();
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://blog.example.com' }],
    ['another port of the host', { origin: 'http://shop.example.com:8081' }],
    ['a host whose name begins alike', { origin: 'http://shop.example.com.evil.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['an origin that is not a URL', { origin: 'shop.example.com' }],
    ['an unknown site', { 'sec-fetch-site': 'unknown' }],
    ['an origin that differs from a trusted one in case', { origin: TRUSTED.toUpperCase() }],
    ['another site that claims the own origin', { 'sec-fetch-site': 'cross-site', origin: 'http://shop.example.com' }],
  ])('is rejected from %s', (_, headers) => {
    expect(send('POST', headers)).toThrow(expect.objectContaining({ status: 403 }));
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('is rejected for %s, too', (method) => {
    expect(send(method, { 'sec-fetch-site': 'cross-site' })).toThrow('a page of another origin');
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('is not checked for %s, which changes nothing', (method) => {
    expect(send(method, { 'sec-fetch-site': 'cross-site' })).not.toThrow();
  });
});
