import type { MapAggregate } from './domain-map';
import { type Box, type Layout, type PlacedCard, type PlacedLine, type Point, translated } from './layout';

/** The padding of a frame. Its name is above the cards. */
const FRAME_PADDING = { side: 16, top: 36, bottom: 16 };

/** Adds a frame around the cards of each aggregate, and moves everything to non-negative coordinates. */
export function withFrames(
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
  return translated({ width, height, aggregates: frames, cards, lines }, { x: -all.x, y: -all.y });
}

/** The number of pairs of frames that overlap. */
export function countOverlaps({ aggregates }: Layout): number {
  return aggregates.flatMap((one, index) => aggregates.slice(index + 1).filter((other) => isOverlapping(one, other)))
    .length;
}

function isOverlapping(one: Box, other: Box): boolean {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}

function frameRound(boxes: readonly Box[]): Box {
  const { x, y, width, height } = bounds(boxes);
  return {
    x: x - FRAME_PADDING.side,
    y: y - FRAME_PADDING.top,
    width: width + 2 * FRAME_PADDING.side,
    height: height + FRAME_PADDING.top + FRAME_PADDING.bottom,
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
