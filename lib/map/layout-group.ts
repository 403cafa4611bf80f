import type { Card } from './card';
import type { Dagre, DagreGraph } from './dagre';
import { labelOf, type MapAggregate, type MapAssociation, type MapEntity } from './domain-map';
import { framed, overlaps } from './frames';
import { type Group, groupGraph, groupOf, LABEL_HEIGHT, LOOP_HEIGHT } from './group-graph';
import type { Layout, PlacedCard, PlacedLine, Point } from './layout';
import { type Ports, portsOf, type Route } from './ports';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** How dagre may find the columns and turn circles, the best first. */
const WAYS = ['network-simplex', 'tight-tree'].flatMap((ranker) => [{ ranker }, { ranker, acyclicer: 'greedy' }]);

/**
 * Lays out aggregates that lines tie together: lines run from left to right, from the owner to what it owns.
 *
 * Where aggregates refer to each other in circles, frames may come to stand over each other; then another order or way
 * may do better.
 */
export function layoutGroup(
  dagre: Dagre,
  aggregates: readonly MapAggregate[],
  associations: readonly MapAssociation[],
): Layout {
  let best: Layout | undefined;
  for (const order of [aggregates, [...aggregates].reverse()]) {
    const group = groupOf(order, associations);
    for (const way of WAYS) {
      const candidate = attempt(dagre, group, way);
      if (candidate && (!best || overlaps(candidate) < overlaps(best))) best = candidate;
      if (best && overlaps(best) === 0) return best;
    }
  }
  if (!best) throw new Error('dagre lays out these aggregates in no way.');
  return best;
}

/** Undefined where dagre fails: on rare graphs it leads a line through the very middle of a box, and gives up. */
function attempt(dagre: Dagre, group: Group, way: object): Layout | undefined {
  try {
    return layoutOf(groupGraph(dagre, group, way), group);
  } catch {
    return undefined;
  }
}

function layoutOf(graph: DagreGraph, { aggregates, cards, lines, loops }: Group): Layout {
  const placed = new Map([...cards].map(([entity, card]) => [entity, placedCard(graph, card)]));
  const placedLoops = loops.map((loop) => placedLoop(loop, loops, placed.get(loop.from)!));
  return framed(aggregates, [...placed.values()], [...placedLines(graph, lines, placed), ...placedLoops]);
}

function placedCard(graph: DagreGraph, card: Card): PlacedCard {
  const { x, y, width, height } = graph.node(card.entity.name);
  return { card, x: x - width / 2, y: y - height / 2, width, height: card.height };
}

function placedLines(
  graph: DagreGraph,
  lines: readonly MapAssociation[],
  cards: ReadonlyMap<MapEntity, PlacedCard>,
): PlacedLine[] {
  const edges = lines.map((line) => graph.edge(line.from.name, line.to.name, labelOf(line)));
  // The first and the last point are where dagre meets the boxes; ours begin and end at their sides.
  const routes = lines.map(({ from, to }, index) => ({
    from: cards.get(from)!,
    to: cards.get(to)!,
    turns: edges[index]!.points.slice(1, -1),
  }));
  const ports = portsOf(routes);
  return lines.map((association, index) => ({
    association,
    points: linePoints(routes[index]!, ports[index]!, [...cards.values()]),
    label: { x: edges[index]!.x, y: edges[index]!.y },
  }));
}

/** Below the card; a second one reaches round the first. */
function placedLoop(association: MapAssociation, loops: readonly MapAssociation[], card: PlacedCard): PlacedLine {
  const index = loops.filter(({ from }) => from === association.from).indexOf(association);
  const middle = card.x + card.width / 2;
  const reach = textWidth(labelOf(association), SIZES.small) / 2 + 12 + 20 * index;
  const bottom = card.y + card.height;
  const low = bottom + LOOP_HEIGHT * (index + 1) - LABEL_HEIGHT / 2;
  const points = [
    { x: middle - reach, y: bottom },
    { x: middle - reach, y: low },
    { x: middle + reach, y: low },
    { x: middle + reach, y: bottom },
  ];
  return { association, points, label: { x: middle, y: low } };
}

/**
 * The turns of a line from the side of one card to the side of another.
 *
 * Beside every column of cards that it passes, it runs level, so that the curves between the turns never touch a card.
 */
function linePoints({ from, to, turns }: Route, { start, end }: Ports, cards: readonly PlacedCard[]): Point[] {
  const isToTheRight = from.x < to.x;
  const [, leaving] = levelled({ x: from.x + from.width / 2, y: start.y }, cards, isToTheRight);
  const [arriving] = levelled({ x: to.x + to.width / 2, y: end.y }, cards, isToTheRight);
  const level = turns.flatMap((turn) => levelled(turn, cards, isToTheRight));
  return withoutRepeats([start, leaving!, ...level, arriving!, end]);
}

/** From the one side of a column of cards to the other; between two columns, the turn alone. */
function levelled(turn: Point, cards: readonly PlacedCard[], isToTheRight: boolean): Point[] {
  const column = cards.filter(({ x, width }) => x <= turn.x && turn.x <= x + width);
  if (column.length === 0) return [turn];
  const left = { x: Math.min(...column.map(({ x }) => x)), y: turn.y };
  const right = { x: Math.max(...column.map(({ x, width }) => x + width)), y: turn.y };
  return isToTheRight ? [left, right] : [right, left];
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter(({ x, y }, index) => x !== points[index - 1]?.x || y !== points[index - 1]?.y);
}
