import type { PlacedCard, Point } from './layout';

/** From a corner of a card to where a line may begin, and between two lines. */
const CORNER = 22;
const GAP = 18;

/** A line between two cards, with the turns that the layout leads it through. */
export interface Route {
  readonly from: PlacedCard;
  readonly to: PlacedCard;
  readonly turns: readonly Point[];
}

/** Where a line begins and ends, on the sides of its cards that face each other. */
export interface Ports {
  readonly start: Point;
  readonly end: Point;
}

interface End {
  readonly card: PlacedCard;
  readonly x: number;
  /** Where the line would meet the card if it were alone. */
  readonly wished: number;
}

/** The ports of all lines, so that no two lines meet a side at one point. */
export function portsOf(routes: readonly Route[]): Ports[] {
  const ends = routes.flatMap(endsOf);
  const points = new Map<End, Point>();
  for (const side of groupBySide(ends)) {
    const { y, height } = side[0]!.card;
    const places = spread(
      side.map(({ wished }) => wished),
      y + CORNER,
      y + height - CORNER,
    );
    side.forEach((end, index) => {
      points.set(end, { x: end.x, y: places[index]! });
    });
  }
  return routes.map((_, index) => ({ start: points.get(ends[2 * index]!)!, end: points.get(ends[2 * index + 1]!)! }));
}

function endsOf({ from, to, turns }: Route): [End, End] {
  const isToTheRight = from.x < to.x;
  return [
    { card: from, x: isToTheRight ? from.x + from.width : from.x, wished: (turns[0] ?? middleOf(to)).y },
    { card: to, x: isToTheRight ? to.x : to.x + to.width, wished: (turns.at(-1) ?? middleOf(from)).y },
  ];
}

/** Each side from top to bottom. */
function groupBySide(ends: readonly End[]): End[][] {
  const sides = new Map<string, End[]>();
  for (const end of ends) {
    const key = `${end.card.card.entity.name} ${end.x}`;
    sides.set(key, [...(sides.get(key) ?? []), end]);
  }
  return [...sides.values()].map((side) => side.sort((one, other) => one.wished - other.wished));
}

/** Sorted places, as near to the wished ones as their distance allows; where there is no room, the distance shrinks. */
function spread(wished: readonly number[], top: number, bottom: number): number[] {
  const gap = Math.min(GAP, (bottom - top) / Math.max(1, wished.length - 1));
  const places: number[] = [];
  for (const place of wished) places.push(Math.max(place, top, (places.at(-1) ?? -Infinity) + gap));
  for (let index = places.length - 1, lowest = bottom; index >= 0; index--, lowest -= gap) {
    places[index] = Math.min(places[index]!, lowest);
    lowest = places[index]!;
  }
  return places;
}

function middleOf({ x, y, width, height }: PlacedCard): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
