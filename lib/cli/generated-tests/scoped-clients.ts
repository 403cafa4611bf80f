import type { Principal } from '../../core';
import { isPlainObject } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { passes, validatorsOf } from '../../persistence';
import { fieldViolations } from '../../rest';
import type { ScopeRule } from '../../security';
import { codecOf } from '../../values';
import { claimsFor, fieldsOfClaims, type Scalar } from './scope-claims';
import { fieldNamedBy, scopeRulesOf } from './scope-rules';

/** A principal of the suites. */
export interface SuitePrincipal {
  readonly name: string;
  readonly claims: Readonly<Record<string, Scalar>>;
}

/** The principals of the suites of an application whose roots have scopes, and the values of rows in the scope of the client. */
export interface ScopedClients {
  readonly client: SuitePrincipal;
  /** Another principal of the same kind. */
  readonly stranger: SuitePrincipal;
  /** By root: the value of each field that its rules name. */
  readonly values: ReadonlyMap<EntityMetadata, ReadonlyMap<FieldMetadata, Scalar>>;
  /** The roots of which the stranger has access to none of these rows. */
  readonly separated: ReadonlySet<EntityMetadata>;
  /** By root: why no such values were found. */
  readonly unsupported: ReadonlyMap<EntityMetadata, string>;
}

/** Names of the client and the stranger. The second pair is for columns that hold e-mail addresses. */
const NAMES = [
  ['tester', 'stranger'],
  ['tester@example.com', 'stranger@example.com'],
] as const;

/**
 * Finds principals for the rules of `@Scope`, by calling the rules with their names and claims. A rule is supported if it
 * returns all rows, or values by field that depend on the name and the claims only.
 */
export function scopedClients(entities: readonly EntityMetadata[], permissions: readonly string[]): ScopedClients {
  const scoped = entities.filter((entity) => scopeRulesOf(entity).length > 0);
  const candidates = NAMES.map((names) => clientsWith(names, scoped, permissions));
  return candidates.find(({ unsupported }) => unsupported.size === 0) ?? candidates[0]!;
}

function clientsWith(
  [name, other]: readonly [string, string],
  scoped: readonly EntityMetadata[],
  permissions: readonly string[],
): ScopedClients {
  const fields = fieldsOfClaims(scoped, name);
  const client = { name, claims: claimsFor(fields, name, 0) };
  const stranger = { name: other, claims: claimsFor(fields, other, 1) };
  const values = new Map<EntityMetadata, ReadonlyMap<FieldMetadata, Scalar>>();
  const unsupported = new Map<EntityMetadata, string>();
  const separated = new Set<EntityMetadata>();
  for (const entity of scoped) {
    try {
      const own = valuesFor(entity, client, []);
      verifySame(own, valuesFor(entity, client, permissions));
      values.set(entity, own);
      if (isSeparated(entity, own, stranger, permissions)) separated.add(entity);
    } catch (error) {
      unsupported.set(entity, (error as Error).message);
    }
  }
  return { client, stranger, values, separated, unsupported };
}

/** @throws Error with the reason for which the rules of a root have no such values */
function valuesFor(
  entity: EntityMetadata,
  { name, claims }: SuitePrincipal,
  permissions: readonly string[],
): ReadonlyMap<FieldMetadata, Scalar> {
  const values = new Map<FieldMetadata, Scalar>();
  for (const rule of scopeRulesOf(entity)) {
    const result = callRule(rule, { name, roles: [], permissions: new Set(permissions), claims });
    if (result === undefined) continue;
    if (!isPlainObject(result)) throw new Error('its rule gives a principal without roles no rows');
    for (const [member, value] of Object.entries(result)) {
      const field = fieldNamedBy(entity, member);
      const [first] = [value].flat() as readonly Scalar[];
      if (!field) throw new Error(`its rule compares "${member}", which is not the plain name of a field`);
      if (first === undefined || !canHold(entity, field, first)) throw new Error(`no value was found for ${member}`);
      if (values.has(field) && values.get(field) !== first)
        throw new Error(`its rules give ${member} different values`);
      values.set(field, first);
    }
  }
  return values;
}

function callRule(rule: ScopeRule, principal: Principal): unknown {
  try {
    return rule(principal);
  } catch (error) {
    throw new Error(`its rule fails for a principal without roles: ${(error as Error).message}`);
  }
}

/** With permissions a rule may allow more rows, but no others. @throws Error */
function verifySame(
  own: ReadonlyMap<FieldMetadata, Scalar>,
  withPermissions: ReadonlyMap<FieldMetadata, Scalar>,
): void {
  for (const [field, value] of withPermissions) {
    if (own.get(field) !== value) throw new Error('its rule depends on permissions');
  }
}

function isSeparated(
  entity: EntityMetadata,
  own: ReadonlyMap<FieldMetadata, Scalar>,
  stranger: SuitePrincipal,
  permissions: readonly string[],
): boolean {
  try {
    const others = valuesFor(entity, stranger, permissions);
    return [...others].some(([field, value]) => own.get(field) !== value);
  } catch {
    return false;
  }
}

function canHold(entity: EntityMetadata, field: FieldMetadata, value: Scalar): boolean {
  const reading = codecOf(field.type).read(value);
  return (
    'value' in reading &&
    fieldViolations(field, reading.value).length === 0 &&
    passes(validatorsOf(entity, field), value)
  );
}
