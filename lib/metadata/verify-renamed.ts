import { snakeCase } from '../naming';
import { type Case, fieldOf, marksOf, note } from './case';

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Checks that each old name leads to one member that clients know, and to no other. */
export function verifyRenamed(one: Case): void {
  const { fields, collections, references } = one.description;
  const members = [
    ...fields.map(({ name }) => name),
    ...[...collections, ...references].map(({ property }) => property),
  ];
  const taken = new Map([...members, ...one.computed].map((member) => [snakeCase(member), member]));
  for (const [member, { name, until, since }] of marksOf(one, one.declared.renamed)) {
    if (!isKnown(one, member)) note(one, 'RENAMED_FROM_MISPLACED', member);
    for (const date of [until, since ?? until]) if (!isDate(date)) note(one, 'RENAMED_FROM_DATE', member, String(date));
    if (!NAME.test(name)) {
      note(one, 'RENAMED_FROM_NAME', member, name);
      continue;
    }
    const other = taken.get(snakeCase(name));
    if (other !== undefined) note(one, 'RENAMED_FROM_TAKEN', member, name, other);
    else taken.set(snakeCase(name), member);
  }
}

function isKnown(one: Case, member: string): boolean {
  if (one.declared.access.get(member) === 'hidden') return false;
  const field = fieldOf(one, member);
  if (field) return !one.declared.large.has(member) && field.type.kind !== 'bytes';
  return one.description.collections.some(({ property }) => property === member);
}

function isDate(text: unknown): boolean {
  if (typeof text !== 'string' || !DATE.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
