import type { Response } from '../../core';
import type { RenamedMember } from '../../metadata';
import type { Selection } from '../../persistence';

/** Set by the first application of the process that has renamed members; until then nothing is tracked. */
export const oldNames = { areServed: false };

const NONE: ReadonlySet<RenamedMember> = new Set();
const bySelection = new WeakMap<Selection, ReadonlySet<RenamedMember>>();
const byContent = new WeakMap<object, ReadonlySet<RenamedMember>>();

/** Notes the old names that content of a selection contains. */
export function noteOldNames<C extends object>(content: C, selection: Selection): C {
  const names = oldNamesOf(selection);
  if (names.size > 0) byContent.set(content, names);
  return content;
}

/** Notes the old names of content that a handler sets on the response instead of returning it. */
export function noteOldNamesSet(response: Response, content: unknown): void {
  const names = oldNamesIn(content);
  if (names.size > 0) byContent.set(response, names);
}

/** The noted old names of content, or of a response. */
export function oldNamesIn(content: unknown): ReadonlySet<RenamedMember> {
  return (typeof content === 'object' && content !== null && byContent.get(content)) || NONE;
}

function oldNamesOf(selection: Selection): ReadonlySet<RenamedMember> {
  const cached = bySelection.get(selection);
  if (cached) return cached;
  const nested = [...selection.references.values(), ...selection.collections.values()];
  const members = [...selection.fields, ...selection.collections.keys()];
  const ownNames = members.flatMap(({ renamed }) => renamed ?? []);
  const all = [...ownNames, ...nested.flatMap((below) => [...oldNamesOf(below)])];
  const names = all.length === 0 ? NONE : new Set(all);
  bySelection.set(selection, names);
  return names;
}
