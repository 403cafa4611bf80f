import type { Principal } from '../../core';
import { isPlainObject } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { passes, validatorsOf } from '../../persistence';
import { fieldViolations, isWritable, type Operation } from '../../rest';
import type { ScopeRule } from '../../security';
import { codecOf } from '../../values';
import { claimsFor, fieldsOfClaims, type Scalar } from './scope-claims';
import { candidates, scopeMember } from './scope-operators';
import { ScopeParents } from './scope-parents';
import { rolesAskedFor } from './scope-roles';
import { fieldNamedBy, scopeRulesOf } from './scope-rules';

/** A principal of the suites. */
export interface SuitePrincipal {
  readonly name: string;
  readonly roles?: readonly string[];
  readonly claims: Readonly<Record<string, Scalar>>;
}

/** Values of fields that the rules of a root name. */
export type ScopeValues = ReadonlyMap<FieldMetadata, Scalar>;

/** The client of the suites of an application whose roots have scopes, and the values of rows inside and outside of them. */
export interface ScopedClients {
  readonly client: SuitePrincipal;
  /** By root: the values of rows to which the client has access. */
  readonly values: ReadonlyMap<EntityMetadata, ScopeValues>;
  /** By root: the values of rows to which another principal has access, and the client does not. */
  readonly otherValues: ReadonlyMap<EntityMetadata, ScopeValues>;
  /** What the foreign keys among the fields of these values refer to. */
  readonly parents: ScopeParents;
  /** By root: why no such values were found. */
  readonly unsupported: ReadonlyMap<EntityMetadata, string>;
}

/** Names of the client and the stranger. The second pair is for columns that hold e-mail addresses. */
const NAMES = [
  ['tester', 'stranger'],
  ['tester@example.com', 'stranger@example.com'],
] as const;

/** Of an application without scopes. */
export const WITHOUT_SCOPES: ScopedClients = scopedClients([], []);

/**
 * Finds principals for the rules of `@Scope`, by calling the rules with their names, roles and claims. A rule is supported
 * if it returns all rows, or comparisons of fields that depend on these only.
 *
 * @param granting  the roles that have permissions, which no client of the suites may have by a role
 */
export function scopedClients(
  entities: readonly EntityMetadata[],
  permissions: readonly string[],
  granting: readonly string[] = [],
): ScopedClients {
  const scoped = entities.filter((entity) => scopeRulesOf(entity).length > 0);
  const asked = rolesAskedFor(scoped, NAMES[0][0]).filter((role) => !granting.includes(role));
  const roles = [[], ...asked.map((role) => [role]), ...(asked.length > 1 ? [asked] : [])];
  const parents = new ScopeParents(scoped, entities);
  const found = NAMES.flatMap((names) => roles.map((own) => clientsWith(names, own, scoped, permissions, parents)));
  return found.reduce((best, one) => (one.unsupported.size < best.unsupported.size ? one : best));
}

/** Whether payloads of a create can set the fields of its scope. */
export function setsScope({ entity }: Operation, { values }: ScopedClients): boolean {
  const fields = [...(values.get(entity)?.keys() ?? [])];
  return fields.every((field) => isWritable(entity, field, 'create'));
}

function clientsWith(
  [name, other]: readonly [string, string],
  own: readonly string[],
  scoped: readonly EntityMetadata[],
  permissions: readonly string[],
  parents: ScopeParents,
): ScopedClients {
  const claimed = fieldsOfClaims(scoped, name);
  const roles = own.length === 0 ? {} : { roles: own };
  const client = { name, ...roles, claims: claimsFor(claimed, name, 0, parents) };
  const stranger = { name: other, ...roles, claims: claimsFor(claimed, other, 1, parents) };
  const values = new Map<EntityMetadata, ScopeValues>();
  const otherValues = new Map<EntityMetadata, ScopeValues>();
  const unsupported = new Map<EntityMetadata, string>();
  for (const entity of scoped) {
    try {
      const own = firstOf(allowedValues(entity, client, [], parents));
      const allowed = allowedValues(entity, client, permissions, parents);
      verifyAllowed(own, allowed);
      values.set(entity, own);
      const others = valuesOutside(allowed, entity, stranger, permissions, parents);
      if (others) otherValues.set(entity, others);
    } catch (error) {
      unsupported.set(entity, (error as Error).message);
    }
  }
  return { client, values, otherValues, parents, unsupported };
}

type AllowedValues = ReadonlyMap<FieldMetadata, readonly Scalar[]>;

function firstOf(allowed: AllowedValues): ScopeValues {
  return new Map([...allowed].map(([field, values]) => [field, values[0]!]));
}

/**
 * The values that the rules of a root allow.
 *
 * @throws Error with the reason for which they cannot be determined
 */
function allowedValues(
  entity: EntityMetadata,
  { name, roles = [], claims }: SuitePrincipal,
  permissions: readonly string[],
  parents: ScopeParents,
): AllowedValues {
  const allowed = new Map<FieldMetadata, readonly Scalar[]>();
  for (const rule of scopeRulesOf(entity)) {
    const result = callRule(rule, { name, roles, permissions: new Set(permissions), claims });
    if (result === undefined) continue;
    if (!isPlainObject(result)) throw new Error('its rule gives a principal without roles no rows');
    for (const [member, value] of Object.entries(result)) {
      const { name: compared, operator } = scopeMember(member);
      const field = comparedField(entity, compared);
      const parent = parents.of(field);
      const values = candidates(field, operator, [value].flat()).filter(
        (one) => canHold(entity, field, one) && (!parent || canHold(parent.parent, parent.key, one)),
      );
      if (values.length === 0) throw new Error(`no value was found for ${member}`);
      const known = allowed.get(field) ?? values;
      const common = known.filter((one) => values.includes(one));
      if (common.length === 0) throw new Error(`its rules give ${member} different values`);
      allowed.set(field, common);
    }
  }
  return allowed;
}

/** The field that a rule compares. @throws Error if not every row can have the same value */
function comparedField(entity: EntityMetadata, member: string): FieldMetadata {
  const field = fieldNamedBy(entity, member);
  if (!field) throw new Error(`its rule compares "${member}", which is not the plain name of a field`);
  if (field.isUnique || field === entity.key) throw new Error(`its rule compares ${member}, which is unique`);
  return field;
}

function callRule(rule: ScopeRule, principal: Principal): unknown {
  try {
    return rule(principal);
  } catch (error) {
    throw new Error(`its rule fails for a principal without roles: ${(error as Error).message}`);
  }
}

/** With permissions, a rule may allow more rows, but no others. @throws Error */
function verifyAllowed(own: ScopeValues, withPermissions: AllowedValues): void {
  for (const [field, values] of withPermissions) {
    const value = own.get(field);
    if (value === undefined || !values.includes(value)) throw new Error('its rule depends on permissions');
  }
}

/** The values of rows of the stranger; undefined if those that the client is allowed to see may have them. */
function valuesOutside(
  allowed: AllowedValues,
  entity: EntityMetadata,
  stranger: SuitePrincipal,
  permissions: readonly string[],
  parents: ScopeParents,
): ScopeValues | undefined {
  try {
    const others = firstOf(allowedValues(entity, stranger, permissions, parents));
    const isOutside = [...others].some(([field, value]) => allowed.get(field)?.includes(value) === false);
    return isOutside ? others : undefined;
  } catch {
    return undefined;
  }
}

function canHold(entity: EntityMetadata, field: FieldMetadata, value: unknown): value is Scalar {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  const reading = codecOf(field.type).read(value);
  return (
    'value' in reading &&
    fieldViolations(field, reading.value).length === 0 &&
    passes(validatorsOf(entity, field), value)
  );
}
