import type { Response } from '../../core';
import type { RenamedMember } from '../../metadata';
import type { Selection } from '../../persistence';

/** Set by the first application of the process that has old names: until then, nobody asks which are shown. */
export const oldNames = { areServed: false };

const NONE: ReadonlySet<RenamedMember> = new Set();
const shownBy = new WeakMap<Selection, ReadonlySet<RenamedMember>>();
const shownIn = new WeakMap<object, ReadonlySet<RenamedMember>>();

/** Notes which old names content shows. */
export function noteShown<C extends object>(content: C, selection: Selection): C {
  const names = oldNamesIn(selection);
  if (names.size > 0) shownIn.set(content, names);
  return content;
}

/** Notes that a response shows that content, which no handler returns. */
export function noteSet(response: Response, content: unknown): void {
  const names = oldNamesShown(content);
  if (names.size > 0) shownIn.set(response, names);
}

/** The old names that content shows, or a response. */
export function oldNamesShown(content: unknown): ReadonlySet<RenamedMember> {
  return (typeof content === 'object' && content !== null && shownIn.get(content)) || NONE;
}

function oldNamesIn(selection: Selection): ReadonlySet<RenamedMember> {
  const known = shownBy.get(selection);
  if (known) return known;
  const below = [...selection.references.values(), ...selection.collections.values()];
  const members = [...selection.fields, ...selection.collections.keys()];
  const names = [...members.flatMap(({ renamed }) => renamed ?? []), ...below.flatMap((one) => [...oldNamesIn(one)])];
  const all = names.length === 0 ? NONE : new Set(names);
  shownBy.set(selection, all);
  return all;
}
