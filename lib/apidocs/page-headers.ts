/**
 * The headers of an HTML page. Its `Content-Security-Policy` forbids everything that `policy` does not allow.
 *
 * @param policy  sources by directive: `{ 'script-src': "'self'" }`
 */
export function pageHeaders(policy: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const directives = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self'",
    ...policy,
  };
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': Object.entries(directives)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'Referrer-Policy': 'no-referrer',
  };
}
