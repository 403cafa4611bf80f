import type { BadRequestException } from '../../core';
import type { Alternatives, Criteria, SearchStep } from '../../persistence';
import { invalidParameter, quoted } from '../invalid-parameter';

/**
 * Whether a search may follow an association at the end of a path: it passes an association to many once, and not its
 * other side afterwards. A tree may be followed down and up; a many-to-many of a class with itself is passed once.
 */
export function mayFollow(path: readonly SearchStep[], next: SearchStep): boolean {
  return passedBefore(path, next) === undefined;
}

/**
 * Rejects a path that {@link mayFollow} forbids.
 *
 * @param parameter the query parameter
 * @param name      the name with the path, as the query has it
 * @throws BadRequestException naming the association
 */
export function verifyPath(parameter: string, name: string, steps: readonly SearchStep[]): void {
  for (const [index, step] of steps.entries()) {
    const passed = passedBefore(steps.slice(0, index), step);
    if (passed) throw returning(parameter, name, passed, step);
  }
}

/**
 * Counts the tables that criteria read: that of the list, those of associations, and join tables. Conditions on one
 * association share a table, those in different groups of alternatives do not.
 *
 * @throws BadRequestException for too many
 */
export function verifyTables(criteria: Criteria, maxTables: number, parameter: string): void {
  const tables = 1 + tablesBelow(criteria);
  if (tables <= maxTables) return;
  throw invalidParameter(
    parameter,
    `The conditions of this query read ${tables} tables, join tables included, and a query reads at most ${maxTables}: leave out conditions on associations.`,
  );
}

/** The number of tables that one step adds. */
export function tablesOfStep(step: SearchStep): number {
  return 'kind' in step && step.kind === 'manyToMany' ? 2 : 1;
}

function passedBefore(path: readonly SearchStep[], { relation }: SearchStep): SearchStep | undefined {
  return relation === undefined ? undefined : path.find((step) => isToMany(step) && step.relation === relation);
}

function isToMany(step: SearchStep): boolean {
  return 'kind' in step && step.kind !== 'oneToOne';
}

function returning(parameter: string, name: string, passed: SearchStep, step: SearchStep): BadRequestException {
  const again = passed === step ? `${quoted(step.wireName)} twice` : backFrom(passed, step);
  return invalidParameter(
    parameter,
    `${quoted(name)} follows ${again}: a path passes a collection once, and does not return through it.`,
  );
}

function backFrom(passed: SearchStep, { wireName }: SearchStep): string {
  return `${quoted(passed.wireName)}, and then ${quoted(wireName)}, which is its other side`;
}

function tablesBelow(criteria: Criteria | Alternatives): number {
  let tables = 0;
  for (const [step, nested] of criteria.related) tables += tablesOfStep(step) + tablesBelow(nested);
  const groups = 'alternatives' in criteria ? (criteria.alternatives ?? []) : [];
  for (const group of groups) tables += tablesBelow(group);
  return tables;
}
