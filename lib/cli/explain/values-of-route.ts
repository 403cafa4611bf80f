import type { Application, RouteDefinition } from '../../core';
import { type Operation, operationOf } from '../../rest';
import { originOf } from '../origin-of';

/** A value of the configuration as it holds for one route, with the level that says so. */
export interface RouteValue {
  readonly key: string;
  readonly value: unknown;
  /** A file, `code`, `defaults`, `@AggregateRoot`, or `resource` and `route` for what is set on these. */
  readonly level: string;
}

const READING = ['search.maxPerPage', 'search.defaultPerPage', 'search.unknownParameters', 'deletes.gone'];
const WRITING = ['bulk.maxItems', 'bulk.missing', 'previews.allowed'];
const SECURING = ['security.authenticate', 'security.strict'];

/** The values of the configuration that decide about requests of a route. */
export function valuesOfRoute(application: Application, route: RouteDefinition): readonly RouteValue[] {
  const operation = operationOf(route);
  const entries = application.configuration.describe();
  const inherited = (key: string): RouteValue[] => {
    const entry = entries.find((one) => one.key === key);
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

/** The route's own comes before that of its resource, and that before the application's. */
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

/** What a root may say in place of the configuration. */
function rootValues({ aggregate, input, method }: Operation, inherited: Inherited): readonly RouteValue[] {
  const valueFor = (key: string, own: unknown, inForce: unknown): readonly RouteValue[] => {
    if (own !== undefined) return [{ key, value: inForce, level: `@AggregateRoot of ${aggregate.root.name}` }];
    return inherited(key).map((one) => ({ ...one, value: inForce }));
  };
  return [
    ...valueFor('concurrency.ifMatch', aggregate.concurrency, input.concurrency),
    ...(method === 'GET' ? [] : valueFor('idempotency.key', aggregate.idempotency, input.idempotency)),
  ];
}
