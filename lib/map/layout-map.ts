import type { Dagre } from './dagre';
import { type DomainMap, labelOf, type MapAggregate, type MapAssociation } from './domain-map';
import { type Layout, translated } from './layout';
import { layoutGroup } from './layout-group';

/** The space between groups, and around the drawing. */
const SPACE = 40;
/** Width to height of the drawing, for screens. */
const ASPECT_RATIO = 1.6;

/** Lays out each group of connected aggregates, and arranges the groups in rows. */
export function layoutMap(dagre: Dagre, { aggregates, associations }: DomainMap): Layout {
  const groups = groupsOf(dagre, aggregates, associations).map((group) => layoutGroup(dagre, group, associations));
  const sorted = groups.sort((one, other) => other.height - one.height);
  return inRows(sorted, Math.max(...sorted.map(({ width }) => width), targetWidth(sorted)));
}

function groupsOf(
  dagre: Dagre,
  aggregates: readonly MapAggregate[],
  associations: readonly MapAssociation[],
): (readonly MapAggregate[])[] {
  const graph = new dagre.graphlib.Graph({ compound: false, multigraph: true });
  const aggregateOf = new Map(
    aggregates.flatMap(({ name, entities }) => entities.map((entity) => [entity, name] as const)),
  );
  for (const { name } of aggregates) graph.setNode(name, {});
  for (const association of associations) {
    graph.setEdge(aggregateOf.get(association.from)!, aggregateOf.get(association.to)!, {}, labelOf(association));
  }
  const byName = new Map(aggregates.map((aggregate) => [aggregate.name, aggregate]));
  return dagre.graphlib.alg.components(graph).map((names) => {
    const group = new Set(names.map((name) => byName.get(name)));
    return aggregates.filter((aggregate) => group.has(aggregate));
  });
}

function targetWidth(groups: readonly Layout[]): number {
  const area = groups.reduce((sum, { width, height }) => sum + (width + SPACE) * (height + SPACE), 0);
  return Math.sqrt(area * ASPECT_RATIO);
}

/** Fills rows from left to right. */
function inRows(groups: readonly Layout[], maxWidth: number): Layout {
  const placed: Layout[] = [];
  let [x, y, rowHeight] = [SPACE, SPACE, 0];
  for (const group of groups) {
    if (x > SPACE && x + group.width > SPACE + maxWidth) {
      [x, y, rowHeight] = [SPACE, y + rowHeight + SPACE, 0];
    }
    placed.push(translated(group, { x, y }));
    x += group.width + SPACE;
    rowHeight = Math.max(rowHeight, group.height);
  }
  return {
    width: Math.max(0, ...placed.flatMap(({ aggregates }) => aggregates.map((box) => box.x + box.width))) + SPACE,
    height: y + rowHeight + SPACE,
    aggregates: placed.flatMap(({ aggregates }) => aggregates),
    cards: placed.flatMap(({ cards }) => cards),
    lines: placed.flatMap(({ lines }) => lines),
  };
}
