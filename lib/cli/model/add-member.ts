import type { OutlinedImport } from '../sources/import-outline';
import { type ClassOutline, moduleOutline } from '../sources/module-outline';
import { importLine } from '../templates/code-file';
import type { Member } from '../templates/member-lines';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds a member after the last field of a class, with the imports that it needs. The rest of the file is unchanged.
 *
 * @param text  of the module
 * @returns the new text; undefined when this is not safe: the class does not exist, it already has such a member, or a
 *          needed name is imported from another module
 */
export function addMember(text: string, className: string, name: string, member: Member): string | undefined {
  const { classes, imports } = moduleOutline(text);
  const type = classes.find((one) => one.name === className);
  if (!type || type.members.some((one) => one.name === name)) return undefined;
  const added = member.uses.map(([module, ...names]) => importEdit(text, imports, module, names));
  if (added.includes('impossible')) return undefined;
  const edits = [...added.filter((edit): edit is Edit => typeof edit === 'object'), memberEdit(text, type, member)];
  const edited = applyEdits(text, edits);
  return hasMember(edited, className, name) ? edited : undefined;
}

/** Whether the text is that of a whole module, and the class has the member. */
function hasMember(text: string, className: string, name: string): boolean {
  const { classes, isComplete } = moduleOutline(text);
  const members = classes.find((one) => one.name === className)?.members ?? [];
  return isComplete && members.some((member) => member.name === name);
}

function memberEdit(text: string, { members, body }: ClassOutline, { lines }: Member): Edit {
  const lastField = members.filter(({ kind }) => kind === 'field').at(-1);
  const code = lines.map((line) => `  ${line}\n`).join('');
  if (lastField) {
    const position = endOfLine(text, lastField.end);
    return { start: position, end: position, text: `\n${code}` };
  }
  return { start: body.start, end: members.length === 0 ? body.end : body.start, text: `\n${code}` };
}

/** Imports the names that are missing, in an existing import of the module if there is one. */
function importEdit(
  text: string,
  imports: readonly OutlinedImport[],
  module: string,
  names: readonly string[],
): Edit | 'impossible' | undefined {
  const known = new Map(imports.flatMap((one) => one.names.map((name) => [bare(name), one])));
  const missing = names.filter((name) => !known.has(bare(name)));
  if (names.some((name) => known.has(bare(name)) && known.get(bare(name))!.module !== module)) return 'impossible';
  if (missing.length === 0) return undefined;
  const existing = imports.find((one) => one.module === module && !one.isTypeOnly && one.names.length > 0);
  if (existing) {
    const { start, end } = existing;
    return { start, end, text: importLine(module, [...existing.names, ...missing]) };
  }
  const last = imports.at(-1);
  const position = last ? endOfLine(text, last.end) : 0;
  return { start: position, end: position, text: `${importLine(module, missing)}\n` };
}

function bare(name: string): string {
  return name.replace(/^type /, '');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** Applies the last edit first, so that earlier positions stay valid; edits at the same position keep their order. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.start - a.start || b.index - a.index)
    .reduce((whole, { start, end, text: added }) => whole.slice(0, start) + added + whole.slice(end), text);
}
