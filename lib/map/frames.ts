import type { MapAggregate } from './domain-map';
import { type Box, type Layout, moved, type PlacedCard, type PlacedLine, type Point } from './layout';

/** Between the frame of an aggregate and its cards; above them stands its name. */
const FRAME = { side: 16, top: 36, bottom: 16 };

/** With a frame round the cards of each aggregate, and moved so that everything stands right of and below 0. */
export function framed(
  aggregates: readonly MapAggregate[],
  cards: readonly PlacedCard[],
  lines: readonly PlacedLine[],
): Layout {
  const frames = aggregates.map((aggregate) => {
    const own = cards.filter(({ card }) => aggregate.entities.includes(card.entity));
    const loops = lines.filter(({ association: { from, to } }) => from === to && aggregate.entities.includes(from));
    return { aggregate, ...frameRound([...own, ...loops.flatMap(({ points }) => points.map(asBox))]) };
  });
  const all = bounds([...frames, ...lines.flatMap(({ points, label }) => [...points, label].map(asBox))]);
  const { width, height } = all;
  return moved({ width, height, aggregates: frames, cards, lines }, { x: -all.x, y: -all.y });
}

/** How many pairs of frames stand over each other. */
export function overlaps({ aggregates }: Layout): number {
  return aggregates.flatMap((one, index) => aggregates.slice(index + 1).filter((other) => isOver(one, other))).length;
}

function isOver(one: Box, other: Box): boolean {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}

function frameRound(boxes: readonly Box[]): Box {
  const { x, y, width, height } = bounds(boxes);
  return {
    x: x - FRAME.side,
    y: y - FRAME.top,
    width: width + 2 * FRAME.side,
    height: height + FRAME.top + FRAME.bottom,
  };
}

function asBox({ x, y }: Point): Box {
  return { x, y, width: 0, height: 0 };
}

function bounds(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
