import type { Principal } from '../../core';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { ScopeRule } from '../../security';
import type { ScopeParents } from './scope-parents';
import { fieldNamedBy, scopeRulesOf } from './scope-rules';

export type Scalar = string | number | boolean;

/** The fields that rules compare with claims, by the name of the claim. */
export function fieldsOfClaims(scoped: readonly EntityMetadata[], name: string): ReadonlyMap<string, FieldMetadata> {
  const claimByPlaceholder = new Map<unknown, string>();
  const placeholder = (_: object, claim: string | symbol) => {
    const value = `value of ${String(claim)}`;
    claimByPlaceholder.set(value, String(claim));
    return value;
  };
  const principal = { name, roles: [], permissions: new Set<string>(), claims: new Proxy({}, { get: placeholder }) };
  const fields = new Map<string, FieldMetadata>();
  for (const entity of scoped) {
    const results = scopeRulesOf(entity).map((rule) => resultOf(rule, principal));
    for (const [member, value] of results.flatMap(Object.entries)) {
      const claim = claimByPlaceholder.get([value].flat()[0]);
      const field = fieldNamedBy(entity, member);
      if (claim !== undefined && field) fields.set(claim, field);
    }
  }
  return fields;
}

/** The result of a rule; an empty object if it fails with placeholders in place of its claims. */
function resultOf(rule: ScopeRule, principal: Principal): object {
  try {
    return Object(rule(principal));
  } catch {
    return {};
  }
}

/** Of the client and the stranger. */
const NUMBERS = [1, 2] as const;
/** Keys that generated ones do not reach in a test, in such an order that they continue behind both. */
const KEYS = [102, 101] as const;

export function claimsFor(
  fields: ReadonlyMap<string, FieldMetadata>,
  name: string,
  position: 0 | 1,
  parents: ScopeParents,
): Readonly<Record<string, Scalar>> {
  const claims = [...fields].map(([claim, field]) => {
    const number = (parents.has(field) ? KEYS : NUMBERS)[position];
    return [claim, claimOf(field.type, name, position, number)];
  });
  return Object.fromEntries(claims);
}

function claimOf(type: FieldMetadata['type'], name: string, position: 0 | 1, number: number): Scalar {
  switch (type.kind) {
    case 'enum':
      return type.values[position] ?? name;
    case 'integer':
      return number;
    case 'boolean':
      return position === 0;
    case 'uuid':
      return `00000000-0000-4000-8000-00000000000${position}`;
    default:
      return name;
  }
}
