import type { Alternatives, Comparison, Criteria, SearchStep } from '../../persistence';
import type { BracketOperator } from './operators';
import type { SearchTarget } from './search-names';

/** Of one condition. */
export interface Asked {
  readonly target: SearchTarget;
  readonly operator: BracketOperator['operator'];
  readonly values: readonly unknown[];
}

/**
 * Conditions as criteria: those that ask of the entities of one collection ask of the same one.
 *
 * @param alternatives groups of further ones, of each of which one must hold
 */
export function criteriaOf(asked: Iterable<Asked>, alternatives?: readonly (readonly Asked[])[]): Criteria {
  const all = conditionsOf(asked);
  return alternatives ? { ...all, alternatives: alternatives.map(conditionsOf) } : all;
}

interface Draft extends Alternatives {
  readonly comparisons: Comparison[];
  readonly related: Map<SearchStep, Draft>;
}

function conditionsOf(asked: Iterable<Asked>): Draft {
  const root = emptyDraft();
  for (const { target, operator, values } of asked) {
    target.steps.reduce(below, root).comparisons.push({ field: target.field, operator, values });
  }
  return root;
}

function below({ related }: Draft, step: SearchStep): Draft {
  const draft = related.get(step) ?? emptyDraft();
  related.set(step, draft);
  return draft;
}

function emptyDraft(): Draft {
  return { comparisons: [], related: new Map() };
}
