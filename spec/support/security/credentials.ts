import { createHmac } from 'node:crypto';

/** The header of a user with this name and the password `secret`. */
export function basic(name: string, password = 'secret'): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

/** The hash of `secret` with the lowest cost. */
export const SECRET_HASH = '$2b$04$VLbA.k3Y2hbrg2pDxE.dje5d/dLVGV/Z9G76EeeJbsJ9OUSFhDZEC';

/** For `security.jwt`: tokens that {@link bearer} signs. */
export const JWT = { issuer: 'https://id.example', audience: 'specs', algorithms: ['HS256'], secret: 'k'.repeat(32) };

/** A token that is valid for a minute. */
export function bearer(claims: Readonly<Record<string, unknown>>): Record<string, string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  const signed = `${part({ alg: 'HS256' })}.${part({ iss: JWT.issuer, aud: JWT.audience, exp, ...claims })}`;
  const signature = createHmac('sha256', JWT.secret).update(signed).digest('base64url');
  return { Authorization: `Bearer ${signed}.${signature}` };
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
