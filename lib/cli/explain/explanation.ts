import { type AggregateConfiguration, openApiOf } from '../../apidocs';
import type { RouteDefinition } from '../../core';
import { Application, type DescribedCall, operationOf, permissionMatrix } from '../../rest';
import { permissionsOf, type SecuritySection } from '../../security';
import { nameOfPart } from '../name-of-part';
import { declaredAt } from './declared-at';
import { documentedRoute, type RouteRules } from './documented-route';
import type { FoundRoute } from './find-route';
import { type RouteValue, valuesOfRoute } from './values-of-route';

/** How a request is handled; the JSON output of the command. */
export interface Explanation {
  readonly application: string;
  readonly method: string;
  /** The path template, with the mount path. */
  readonly path: string;
  /** The path parameters of the request. */
  readonly keys: Readonly<Record<string, string>>;
  readonly name: string;
  /** `generated`, or the resource class of an overridden or hand-written route. */
  readonly resource: string;
  readonly operation_id?: string;
  /** The file and line in the project. */
  readonly declared_at?: string;
  readonly filters: readonly string[];
  readonly guards: readonly string[];
  readonly permissions: readonly string[];
  readonly requires_credentials: boolean;
  /** The classes and members that require the permissions. */
  readonly secured_at: readonly string[];
  /** The classes whose rows `@Scope` restricts. */
  readonly scope: readonly string[];
  readonly rules: RouteRules;
  /** What path and query say to its operation; undefined for a hand-written route, a batch, and a request that is rejected. */
  readonly call?: DescribedCall;
  /** The SQL of its reads; undefined for a hand-written route. */
  readonly statements?: readonly string[];
  /** The reason why nothing is read. */
  readonly statements_ended?: string;
  readonly configuration: readonly RouteValue[];
}

/** Explains how a request is handled, without starting anything. */
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
    requires_credentials: row!.requires_credentials,
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
): Promise<Pick<Explanation, 'call' | 'statements' | 'statements_ended'>> {
  const operation = operationOf(route);
  if (!operation || !(application instanceof Application)) return {};
  // `{id}` stands for any key.
  const keys = Object.entries(parameters).map(([name, value]) => [name, /^\{.*\}$/.test(value) ? '1' : value]);
  const { statements, ended, call } = await application.statementsOf(operation, {
    path,
    pathParameters: Object.fromEntries(keys),
    query,
  });
  return { ...(call && { call }), statements, ...(ended !== undefined && { statements_ended: ended }) };
}
