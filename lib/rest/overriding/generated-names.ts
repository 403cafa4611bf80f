import type { RouteDefinition } from '../../core';
import { camelCase } from '../../naming';
import { operationOf } from '../operation/operation';
import type { Verb } from '../operation/route-names';

const VERBS: readonly Verb[] = ['create', 'list', 'read', 'update', 'replace', 'delete', 'restore'];
const SAME_WORD = /^[a-z0-9_]/;

/** The names of the generated methods of one root. */
export class GeneratedNames {
  readonly all: ReadonlySet<string>;
  /** The verbs, and the names of actions. */
  readonly #prefixes: readonly string[];

  constructor(routes: readonly RouteDefinition[] = []) {
    this.all = new Set(routes.map(({ name }) => name));
    const actions = routes.flatMap((route) => operationOf(route)?.action?.name ?? []);
    const verbs = VERBS.filter(
      (verb) => verb !== 'restore' || routes.some((route) => operationOf(route)?.verb === verb),
    );
    this.#prefixes = [...new Set([...verbs, ...actions.map(camelCase)])];
  }

  /** Whether a name begins with the first word of a generated name: `read`, `readAll`, but not `readable`. */
  hasGeneratedPrefix(name: string): boolean {
    return this.#prefixes.some((prefix) => name.startsWith(prefix) && !SAME_WORD.test(name.slice(prefix.length)));
  }
}
