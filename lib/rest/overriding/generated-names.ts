import type { RouteDefinition } from '../../core';
import { camelCase } from '../../naming';
import { operationOf } from '../operation/operation';
import type { Verb } from '../operation/route-names';

const VERBS: readonly Verb[] = ['create', 'list', 'read', 'update', 'replace', 'delete', 'restore'];
const GOES_ON = /^[a-z0-9_]/;

/** The names of the generated methods of one root. */
export class GeneratedNames {
  readonly all: ReadonlySet<string>;
  /** Their beginning: a verb, or the method of an action. */
  readonly #beginnings: readonly string[];

  constructor(routes: readonly RouteDefinition[] = []) {
    this.all = new Set(routes.map(({ name }) => name));
    const actions = routes.flatMap((route) => operationOf(route)?.action?.name ?? []);
    const verbs = VERBS.filter(
      (verb) => verb !== 'restore' || routes.some((route) => operationOf(route)?.verb === verb),
    );
    this.#beginnings = [...new Set([...verbs, ...actions.map(camelCase)])];
  }

  /** Whether a name is such a beginning, alone or followed by a capital: `read`, `readAll`, but not `readable`. */
  beginsLikeOne(name: string): boolean {
    return this.#beginnings.some(
      (beginning) => name.startsWith(beginning) && !GOES_ON.test(name.slice(beginning.length)),
    );
  }
}
