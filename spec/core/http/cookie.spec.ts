import { formatCookie, readCookie } from '../../../lib/core/http/cookie';

describe('readCookie()', () => {
  it.each([
    ['the only cookie', 'session=abc', 'abc'],
    ['one of several', 'theme=dark; session=abc; lang=en', 'abc'],
    ['the first of two with the same name', 'session=first; session=second', 'first'],
    ['a cookie without a space after the semicolon', 'theme=dark;session=abc', 'abc'],
    ['a value with an equals sign', 'session=a=b', 'a=b'],
    ['an empty value', 'session=', ''],
    ['a quoted value', 'session="abc"', 'abc'],
    ['a percent-encoded value', 'session=a%20b%3B', 'a b;'],
    ['a value that is not valid percent-encoding, as it is', 'session=100%', '100%'],
  ])('returns %s', (_, header, value) => {
    expect(readCookie(header, 'session')).toBe(value);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['other cookies only', 'theme=dark'],
    ['a longer name', 'session_id=abc'],
    ['a name in other case', 'Session=abc'],
    ['the name as a value', 'theme=session'],
    ['the name without a value', 'session'],
  ])('returns undefined for %s', (_, header) => {
    expect(readCookie(header, 'session')).toBeUndefined();
  });
});

describe('formatCookie()', () => {
  it('is inaccessible to scripts and limited to the site by default', () => {
    expect(formatCookie('session', 'abc')).toBe('session=abc; Path=/; HttpOnly; SameSite=Lax');
  });

  it('writes all attributes', () => {
    const options = {
      path: '/shop',
      domain: 'example.com',
      maxAgeMs: 90_500,
      httpOnly: false,
      secure: true,
      sameSite: 'none',
    } as const;

    expect(formatCookie('theme', 'dark', options)).toBe(
      'theme=dark; Path=/shop; Domain=example.com; Max-Age=90; Secure; SameSite=None',
    );
  });

  it('expires a cookie with a maximum age of zero', () => {
    expect(formatCookie('session', '', { maxAgeMs: 0 })).toContain('; Max-Age=0;');
  });

  it.each(['a b', 'a;b', 'a"b', 'naïve', 'line\r\nbreak', '50%'])(
    'encodes the value %j, which is read back',
    (value) => {
      const [pair = ''] = formatCookie('session', value).split('; ');

      expect(pair).toMatch(/^session=[\x21-\x7e]*$/);
      expect(pair).not.toContain(';');
      expect(readCookie(pair, 'session')).toBe(value);
    },
  );

  it.each(['', 'a b', 'a=b', 'a;b', 'naïve', 'a\r\nb'])('rejects the name %j', (name) => {
    expect(() => formatCookie(name, 'x')).toThrow('is not a cookie name.');
  });

  it.each([
    ['a path with a semicolon', { path: '/; Domain=evil.example' }],
    ['a path with a line break', { path: '/\r\nSet-Cookie: x=y' }],
    ['a domain with a semicolon', { domain: 'example.com; Secure' }],
  ])('rejects %s', (_, options) => {
    expect(() => formatCookie('session', 'x', options)).toThrow('remove the semicolon or line break.');
  });
});
