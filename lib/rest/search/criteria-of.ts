import type { Alternatives, Comparison, Criteria, SearchStep } from '../../persistence';
import type { SearchOperator } from './operators';
import type { SearchTarget } from './search-target';

/** One condition of a search. */
export interface Condition {
  readonly target: SearchTarget;
  readonly operator: SearchOperator['operator'];
  readonly values: readonly unknown[];
}

/**
 * Combines conditions into criteria. Conditions on one collection are grouped: they have to hold for the same child.
 *
 * @param conditions   all have to hold
 * @param alternatives groups of further conditions; of each group one has to hold
 */
export function criteriaOf(
  conditions: Iterable<Condition>,
  alternatives?: readonly (readonly Condition[])[],
): Criteria {
  const criteria = groupByAssociation(conditions);
  return alternatives ? { ...criteria, alternatives: alternatives.map(groupByAssociation) } : criteria;
}

/** The conditions on one entity, and those on its associations. */
interface Group extends Alternatives {
  readonly comparisons: Comparison[];
  readonly related: Map<SearchStep, Group>;
}

function groupByAssociation(conditions: Iterable<Condition>): Group {
  const root = emptyGroup();
  for (const { target, operator, values } of conditions) {
    let group = root;
    for (const step of target.steps) group = relatedGroup(group, step);
    group.comparisons.push({ field: target.field, operator, values });
  }
  return root;
}

function relatedGroup({ related }: Group, step: SearchStep): Group {
  const group = related.get(step) ?? emptyGroup();
  related.set(step, group);
  return group;
}

function emptyGroup(): Group {
  return { comparisons: [], related: new Map() };
}
