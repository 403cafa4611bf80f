import { stringLiteral } from '../templates/string-literal';
import type { Scalar } from './scope-claims';
import type { ScopedClients } from './scoped-clients';

/**
 * The code of the principal of the suites: `{ name: 'tester', permissions, claims: { tenant: 'tester' } }`.
 *
 * @param permissions  the code of the member: `permissions: names`
 */
export function principalCode({ client: { name, roles, claims } }: ScopedClients, permissions: string): string {
  const known = Object.entries(claims);
  const own = roles === undefined ? '' : `roles: [${roles.map(stringLiteral).join(', ')}], `;
  return `{ name: ${stringLiteral(name)}, ${own}${permissions}${known.length === 0 ? '' : `, claims: ${objectCode(known)}`} }`;
}

/** The values of rows in the scope of the client, by class: `{ Order: { tenant: 'tester' } }`; empty text without scopes. */
export function scopedCode({ values }: ScopedClients): string {
  const models = [...values].filter(([, own]) => own.size > 0).map(([{ name }, own]) => `${name}: ${valuesCode(own)}`);
  return models.length === 0 ? '' : `{ ${models.join(', ')} }`;
}

/** The code of an object with values of fields: `{ tenant: 'tester' }`. */
export function valuesCode(values: ReadonlyMap<{ readonly name: string }, Scalar>): string {
  return objectCode([...values].map(([{ name }, value]) => [name, value]));
}

function objectCode(entries: readonly (readonly [string, Scalar])[]): string {
  const members = entries.map(([name, value]) => `${keyCode(name)}: ${scalarCode(value)}`);
  return `{ ${members.join(', ')} }`;
}

function keyCode(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : stringLiteral(name);
}

function scalarCode(value: Scalar): string {
  return typeof value === 'string' ? stringLiteral(value) : String(value);
}
