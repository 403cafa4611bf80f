import { snakeCase } from '../naming';
import { addMistake, fieldOf, marksOf, type VerifiedClass } from './verified-class';

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Checks that each old name belongs to one member that clients know, and to no other. */
export function verifyRenamed(verified: VerifiedClass): void {
  const { fields, collections, references } = verified.description;
  const members = [
    ...fields.map(({ name }) => name),
    ...[...collections, ...references].map(({ property }) => property),
  ];
  const taken = new Map([...members, ...verified.computed].map((member) => [snakeCase(member), member]));
  for (const [member, { name, until, since }] of marksOf(verified, verified.declared.renamed)) {
    if (!isKnownToClients(verified, member)) addMistake(verified, 'RENAMED_FROM_MISPLACED', member);
    for (const date of [until, since ?? until])
      if (!isDate(date)) addMistake(verified, 'RENAMED_FROM_DATE', member, String(date));
    if (!NAME.test(name)) {
      addMistake(verified, 'RENAMED_FROM_NAME', member, name);
      continue;
    }
    const other = taken.get(snakeCase(name));
    if (other !== undefined) addMistake(verified, 'RENAMED_FROM_TAKEN', member, name, other);
    else taken.set(snakeCase(name), member);
  }
}

function isKnownToClients(verified: VerifiedClass, member: string): boolean {
  if (verified.declared.access.get(member) === 'hidden') return false;
  const field = fieldOf(verified, member);
  if (field) return !verified.declared.large.has(member) && field.type.kind !== 'bytes';
  return verified.description.collections.some(({ property }) => property === member);
}

function isDate(text: unknown): boolean {
  if (typeof text !== 'string' || !DATE.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}
