import type { RouteDescription } from '../../core';
import { Mistakes } from '../../foundation';
import { bypassOf, ResourceError } from '../errors';
import { type Operation, operationOf } from '../operation/operation';
import { doesSame, isUnlinking } from './same-operation';

/** An overridden operation, and the generated routes that do the same without an override. */
export interface BypassedOverride {
  /** The class and its method: `PostResource.deletePostRemark`. */
  readonly method: string;
  /** What it replaces: `delete Remark entities`. */
  readonly effect: string;
  /** The other routes with their methods: `DELETE /remarks/{id} (deleteRemark)`. */
  readonly others: readonly string[];
}

interface Generated {
  readonly route: RouteDescription;
  readonly operation: Operation;
}

/** The overrides that do not hold for every generated route of their operation. */
export function bypassedOverrides(routes: readonly RouteDescription[]): readonly BypassedOverride[] {
  // A renamed collection has a second path for each operation.
  const byOperation = new Map<Operation, RouteDescription>();
  for (const route of routes) {
    const operation = operationOf(route);
    if (operation && !byOperation.has(operation)) byOperation.set(operation, route);
  }
  const generated = [...byOperation].map(([operation, route]): Generated => ({ route, operation }));
  const open = generated.filter(({ route }) => route.resource === undefined);
  const overridden = generated.filter(({ route }) => route.resource !== undefined);
  return oncePerMethod(overridden).flatMap(({ route, operation }) => {
    const others = open.filter((other) => doesSame(operation, other.operation));
    if (others.length === 0) return [];
    return [{ method: `${route.resource}.${route.name}`, effect: effectOf(operation), others: described(others) }];
  });
}

/** Stops the start in strict mode, otherwise warns: one mistake or line for each override. */
export function verifyNotBypassed(
  routes: readonly RouteDescription[],
  isStrict: boolean,
  warn: (line: string) => void,
): void {
  const mistakes = new Mistakes();
  for (const { method, effect, others } of bypassedOverrides(routes)) {
    const list = others.join(', ');
    if (isStrict) mistakes.add(new ResourceError('OVERRIDE_BYPASSED', method, effect, list));
    else warn(`${bypassOf(method, effect, list)} With security.strict: true they stop the start.`);
  }
  mistakes.report();
}

/** PUT and PATCH have the same method. */
function oncePerMethod(overridden: readonly Generated[]): readonly Generated[] {
  return [...new Map(overridden.map((one) => [`${one.route.resource}.${one.route.name}`, one])).values()];
}

function effectOf({ verb, entity, field, collections }: Operation): string {
  if (field) return `${verb.replace('Large', '')} ${field.name} of ${entity.name}`;
  return `${isUnlinking(verb, collections.at(-1)) ? 'unlink' : verb} ${entity.name} entities`;
}

function described(others: readonly Generated[]): readonly string[] {
  const methods = new Map<string, string[]>();
  for (const { route } of others) {
    const place = `${route.path} (${route.name})`;
    methods.set(place, [...(methods.get(place) ?? []), route.method]);
  }
  return [...methods].map(([place, names]) => `${names.join(' and ')} ${place}`);
}
