import { type Card, cardOf } from './card';
import type { Dagre, DagreGraph } from './dagre';
import { labelOf, type MapAggregate, type MapAssociation, type MapEntity } from './domain-map';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** The space below a card for each association of a class with itself. */
export const LOOP_HEIGHT = 40;
export const LABEL_HEIGHT = 18;

const LAYOUT_OPTIONS = { rankdir: 'LR', nodesep: 44, edgesep: 24, ranksep: 56, marginx: 0, marginy: 0 };

/** Aggregates that are connected by lines, with measured cards. */
export interface Group {
  readonly aggregates: readonly MapAggregate[];
  readonly cards: ReadonlyMap<MapEntity, Card>;
  /** Associations between two classes. */
  readonly lines: readonly MapAssociation[];
  /** Associations of a class with itself. */
  readonly loops: readonly MapAssociation[];
}

export function measuredGroup(aggregates: readonly MapAggregate[], associations: readonly MapAssociation[]): Group {
  const cards = new Map(aggregates.flatMap(({ entities }) => entities).map((entity) => [entity, cardOf(entity)]));
  const inGroup = associations.filter(({ from }) => cards.has(from));
  const isLoop = ({ from, to }: MapAssociation) => from === to;
  return {
    aggregates,
    cards,
    lines: inGroup.filter((association) => !isLoop(association)),
    loops: inGroup.filter(isLoop),
  };
}

/** The graph of the group after dagre's layout. Nodes are named by class. */
export function groupGraph(dagre: Dagre, { aggregates, cards, lines, loops }: Group, options: object): DagreGraph {
  const graph = new dagre.graphlib.Graph({ compound: true, multigraph: true });
  graph.setGraph({ ...LAYOUT_OPTIONS, ...options });
  for (const { name, entities } of aggregates) {
    const frame = `frame of ${name}`;
    graph.setNode(frame, {});
    for (const entity of entities) {
      const { width, height } = cards.get(entity)!;
      const below = loops.filter(({ from }) => from === entity).length * LOOP_HEIGHT;
      graph.setNode(entity.name, { width, height: height + below });
      graph.setParent(entity.name, frame);
    }
  }
  for (const line of lines) graph.setEdge(line.from.name, line.to.name, labelSize(line), labelOf(line));
  dagre.layout(graph);
  return graph;
}

function labelSize(association: MapAssociation): object {
  return { width: textWidth(labelOf(association), SIZES.small) + 16, height: LABEL_HEIGHT, labelpos: 'c' };
}
