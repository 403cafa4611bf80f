import type { RouteDefinition } from '../../core';
import { camelCase } from '../../naming';
import { operationOf } from '../operation/operation';
import { VERBS } from '../verbs/verbs';

const OF_PLACES = Object.values(VERBS).filter(({ isExposed }) => isExposed !== undefined);
const SAME_WORD = /^[a-z0-9_]/;

/** The names of the generated methods of one root. */
export class GeneratedNames {
  readonly all: ReadonlySet<string>;
  /** The verbs, and the names of actions. */
  readonly #prefixes: readonly string[];

  constructor(routes: readonly RouteDefinition[] = []) {
    this.all = new Set(routes.map(({ name }) => name));
    const actions = routes.flatMap((route) => operationOf(route)?.action?.name ?? []);
    // One with a path of its own is like an action: other methods may have its name where it has no route.
    const verbs = OF_PLACES.filter(
      ({ verb, suffix }) => suffix === undefined || routes.some((route) => operationOf(route)?.verb === verb),
    );
    this.#prefixes = [...new Set([...verbs.map(({ verb }) => verb), ...actions.map(camelCase)])];
  }

  /** Whether a name begins with the first word of a generated name: `read`, `readAll`, but not `readable`. */
  hasGeneratedPrefix(name: string): boolean {
    return this.#prefixes.some((prefix) => name.startsWith(prefix) && !SAME_WORD.test(name.slice(prefix.length)));
  }
}
