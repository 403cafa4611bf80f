import type { Card } from './card';
import type { Dagre, DagreGraph } from './dagre';
import { labelOf, type MapAggregate, type MapAssociation, type MapEntity } from './domain-map';
import { countOverlaps, withFrames } from './frames';
import { type Group, groupGraph, LABEL_HEIGHT, LOOP_HEIGHT, measuredGroup } from './group-graph';
import type { Layout, PlacedCard, PlacedLine, Point } from './layout';
import { type Ports, portsOf, type Route } from './ports';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** Combinations of dagre's options, in the order of the attempts. */
const DAGRE_OPTIONS = ['network-simplex', 'tight-tree'].flatMap((ranker) => [
  { ranker },
  { ranker, acyclicer: 'greedy' },
]);

/**
 * Lays out aggregates that are connected by lines. Lines run from left to right, from the owner to the owned.
 *
 * Frames of aggregates that refer to each other in cycles may overlap. Then other orders and options are tried.
 */
export function layoutGroup(
  dagre: Dagre,
  aggregates: readonly MapAggregate[],
  associations: readonly MapAssociation[],
): Layout {
  let best: Layout | undefined;
  for (const ordered of [aggregates, [...aggregates].reverse()]) {
    const group = measuredGroup(ordered, associations);
    for (const options of DAGRE_OPTIONS) {
      const candidate = tryLayout(dagre, group, options);
      if (candidate && (!best || countOverlaps(candidate) < countOverlaps(best))) best = candidate;
      if (best && countOverlaps(best) === 0) return best;
    }
  }
  if (!best) throw new Error(`dagre found no layout for ${aggregates.map(({ name }) => name).join(', ')}.`);
  return best;
}

/** @returns undefined when dagre throws, as it does on rare graphs whose lines cross the center of a box */
function tryLayout(dagre: Dagre, group: Group, options: object): Layout | undefined {
  try {
    return layoutOf(groupGraph(dagre, group, options), group);
  } catch {
    return undefined;
  }
}

function layoutOf(graph: DagreGraph, { aggregates, cards, lines, loops }: Group): Layout {
  const placed = new Map([...cards].map(([entity, card]) => [entity, placedCard(graph, card)]));
  const placedLoops = loops.map((loop) => placedLoop(loop, loops, placed.get(loop.from)!));
  return withFrames(aggregates, [...placed.values()], [...placedLines(graph, lines, placed), ...placedLoops]);
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
  // Dagre's first and last point are replaced by ports at the sides of the cards.
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

/** A line below the card. A second one goes around the first. */
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
 * The points of a line from the side of one card to the side of another.
 *
 * A line is horizontal beside every column of cards that it passes, so that its curves never touch a card.
 */
function linePoints({ from, to, turns }: Route, { start, end }: Ports, cards: readonly PlacedCard[]): Point[] {
  const isToTheRight = from.x < to.x;
  const [, leaving] = levelPoints({ x: from.x + from.width / 2, y: start.y }, cards, isToTheRight);
  const [arriving] = levelPoints({ x: to.x + to.width / 2, y: end.y }, cards, isToTheRight);
  const level = turns.flatMap((turn) => levelPoints(turn, cards, isToTheRight));
  return withoutRepeats([start, leaving!, ...level, arriving!, end]);
}

/** The points at both sides of the column of cards at this turn; the turn itself between two columns. */
function levelPoints(turn: Point, cards: readonly PlacedCard[], isToTheRight: boolean): Point[] {
  const column = cards.filter(({ x, width }) => x <= turn.x && turn.x <= x + width);
  if (column.length === 0) return [turn];
  const left = { x: Math.min(...column.map(({ x }) => x)), y: turn.y };
  const right = { x: Math.max(...column.map(({ x, width }) => x + width)), y: turn.y };
  return isToTheRight ? [left, right] : [right, left];
}

function withoutRepeats(points: readonly Point[]): Point[] {
  return points.filter(({ x, y }, index) => x !== points[index - 1]?.x || y !== points[index - 1]?.y);
}
