import { type AggregateConfiguration, openApiOf } from '../../apidocs';
import type { RouteDefinition } from '../../core';
import { Application, operationOf, permissionMatrix } from '../../rest';
import { permissionsOf, type SecuritySection } from '../../security';
import { declaredAt } from './declared-at';
import type { FoundRoute } from './find-route';
import { documentedRoute, type RouteRules } from './rules-of';
import { type RouteValue, valuesOfRoute } from './values-of-route';

/** What a request of one route goes through, as programs read it. */
export interface Explanation {
  readonly application: string;
  readonly method: string;
  /** With the mount path. */
  readonly path: string;
  /** Path parameters, as they were asked. */
  readonly keys: Readonly<Record<string, string>>;
  readonly name: string;
  /** `generated`, or the class of the resource method. */
  readonly resource: string;
  readonly operation_id?: string;
  /** File and line in the project. */
  readonly declared_at?: string;
  readonly filters: readonly string[];
  readonly guards: readonly string[];
  readonly permissions: readonly string[];
  readonly needs_credentials: boolean;
  /** The classes and members that ask for the permissions. */
  readonly secured_at: readonly string[];
  /** Classes whose rows `@Scope` narrows. */
  readonly scope: readonly string[];
  readonly rules: RouteRules;
  /** Of a route made by hand, undefined. */
  readonly statements?: readonly string[];
  /** Why nothing would be read. */
  readonly statements_ended?: string;
  readonly configuration: readonly RouteValue[];
}

/** Explains what a request of a route goes through, without starting anything. */
export async function explanationOf(
  found: FoundRoute,
  query: Readonly<Record<string, readonly string[]>>,
): Promise<Explanation> {
  const { application, parts, route, parameters } = found;
  const { security } = application.configuration as { readonly security?: SecuritySection };
  const isDomain = application instanceof Application;
  const [row] = permissionMatrix([route], isDomain ? application.registry : undefined, security);
  const document = isDomain && openApiOf(application as Application<AggregateConfiguration>, parts.routes);
  const { operationId, rules } = document ? documentedRoute(document, route) : { rules: { invariants: [] } };
  return {
    application: application.constructor.name,
    method: route.method,
    path: application.mountPath + route.path,
    keys: { ...parameters },
    name: route.name,
    resource: route.resource ?? 'generated',
    operation_id: operationId,
    declared_at: declaredAt(application, route),
    filters: parts.filters.map(nameOfPart),
    guards: parts.guardsOf(route).map(nameOfPart),
    permissions: permissionsOf(route),
    needs_credentials: row!.needs_credentials,
    secured_at: row!.declared_at,
    scope: row!.scope,
    rules,
    ...(await readsOf(application, route, found, query)),
    configuration: valuesOfRoute(application, route),
  };
}

async function readsOf(
  application: unknown,
  route: RouteDefinition,
  { path, parameters }: FoundRoute,
  query: Readonly<Record<string, readonly string[]>>,
): Promise<Pick<Explanation, 'statements' | 'statements_ended'>> {
  const operation = operationOf(route);
  if (!operation || !(application instanceof Application)) return {};
  // `{id}` stands for any key.
  const keys = Object.entries(parameters).map(([name, value]) => [name, /^\{.*\}$/.test(value) ? '1' : value]);
  const { statements, ended } = await application.statementsOf(operation, {
    path,
    pathParameters: Object.fromEntries(keys),
    query,
  });
  return { statements, ...(ended !== undefined && { statements_ended: ended }) };
}

function nameOfPart(part: object): string {
  const { name } = part.constructor;
  return name === 'Object' ? 'an object' : name;
}
