import type { Application, RouteDefinition } from '../../core';
import { type Operation, operationOf } from '../../rest';
import { originOf } from '../origin-of';

/** A configuration value as it applies to a route, with the level that sets it. */
export interface RouteValue {
  readonly key: string;
  readonly value: unknown;
  /** A file, `code`, `defaults`, `@AggregateRoot of …`, `resource` or `route`. */
  readonly level: string;
}

const READING = [
  'search.maxPerPage',
  'search.defaultPerPage',
  'search.unknownParameters',
  'search.maxTables',
  'deletes.gone',
];
const WRITING = ['bulk.maxItems', 'bulk.missing', 'previews.allowed'];
const SECURING = ['security.authenticate', 'security.strict'];

/** The configuration values that affect the requests of a route. */
export function valuesOfRoute(application: Application, route: RouteDefinition): readonly RouteValue[] {
  const operation = operationOf(route);
  const entries = application.configuration.describe();
  const inherited = (key: string): RouteValue[] => {
    const entry = entries.find((described) => described.key === key);
    return entry ? [{ key, value: entry.value, level: originOf(entry) }] : [];
  };
  return [
    ...contentValue('defaultMediaType', route.configuration?.defaultMediaType, route, inherited),
    ...contentValue('limits.body', route.configuration?.maxBodyBytes, route, inherited),
    ...(operation ? keysOf(operation).flatMap(inherited) : []),
    ...(operation ? rootValues(operation, inherited) : []),
    ...SECURING.flatMap(inherited),
  ];
}

function keysOf({ method, verb, input }: Operation): readonly string[] {
  if (method !== 'GET') return input.uploads ? [...WRITING, 'limits.upload'] : WRITING;
  return verb === 'list' ? READING : READING.filter((key) => !key.includes('erPage'));
}

type Inherited = (key: string) => RouteValue[];

/** A value of the route takes precedence over that of its resource, which takes precedence over the application's. */
function contentValue(
  key: 'defaultMediaType' | 'limits.body',
  own: unknown,
  { resourceConfiguration }: RouteDefinition,
  inherited: Inherited,
): readonly RouteValue[] {
  if (own !== undefined) return [{ key, value: own, level: 'route' }];
  const ofResource = resourceConfiguration?.[key === 'limits.body' ? 'maxBodyBytes' : 'defaultMediaType'];
  return ofResource === undefined ? inherited(key) : [{ key, value: ofResource, level: 'resource' }];
}

/** Values that an aggregate root may set instead of the configuration. */
function rootValues({ aggregate, input, method }: Operation, inherited: Inherited): readonly RouteValue[] {
  const valueFor = (key: string, own: unknown, effective: unknown): readonly RouteValue[] => {
    if (own !== undefined) return [{ key, value: effective, level: `@AggregateRoot of ${aggregate.root.name}` }];
    return inherited(key).map((entry) => ({ ...entry, value: effective }));
  };
  return [
    ...valueFor('concurrency.ifMatch', aggregate.concurrency, input.concurrency),
    ...(method === 'GET' ? [] : valueFor('idempotency.key', aggregate.idempotency, input.idempotency)),
  ];
}
