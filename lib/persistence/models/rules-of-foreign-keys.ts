import type { DeleteRule } from '../../metadata';

/** The rules that a model may declare. */
export const RULES: Readonly<Record<string, DeleteRule>> = {
  CASCADE: 'cascade',
  'SET NULL': 'setNull',
  RESTRICT: 'restrict',
  'NO ACTION': 'restrict',
};

/** What a delete leaves: the row that is referred to, the rows that refer to it, or none. SET DEFAULT keeps the rows, too. */
const STRICTNESS: readonly (readonly string[])[] = [
  ['CASCADE'],
  ['SET NULL', 'SET DEFAULT'],
  ['RESTRICT', 'NO ACTION'],
];

/** @param onDelete as the database writes it */
export function strictnessOf(onDelete: string): number {
  return STRICTNESS.findIndex((alike) => alike.includes(onDelete.toUpperCase()));
}
