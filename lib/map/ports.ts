import type { PlacedCard, Point } from './layout';

/** The distance of a port from the corners of the card. */
const CORNER = 22;
/** The distance between two ports. */
const GAP = 18;

/** A line between two cards, with the turns of its layout. */
export interface Route {
  readonly from: PlacedCard;
  readonly to: PlacedCard;
  readonly turns: readonly Point[];
}

/** The ends of a line, on the sides of its cards that face each other. */
export interface Ports {
  readonly start: Point;
  readonly end: Point;
}

interface End {
  readonly card: PlacedCard;
  readonly x: number;
  /** The position of the port if the card had no other lines. */
  readonly preferredY: number;
}

/** The ports of all lines. No two lines share a port. */
export function portsOf(routes: readonly Route[]): Ports[] {
  const ends = routes.flatMap(endsOf);
  const points = new Map<End, Point>();
  for (const side of groupBySide(ends)) {
    const { y, height } = side[0]!.card;
    const positions = spread(
      side.map(({ preferredY }) => preferredY),
      y + CORNER,
      y + height - CORNER,
    );
    side.forEach((end, index) => {
      points.set(end, { x: end.x, y: positions[index]! });
    });
  }
  return routes.map((_, index) => ({ start: points.get(ends[2 * index]!)!, end: points.get(ends[2 * index + 1]!)! }));
}

function endsOf({ from, to, turns }: Route): [End, End] {
  const isToTheRight = from.x < to.x;
  return [
    { card: from, x: isToTheRight ? from.x + from.width : from.x, preferredY: (turns[0] ?? middleOf(to)).y },
    { card: to, x: isToTheRight ? to.x : to.x + to.width, preferredY: (turns.at(-1) ?? middleOf(from)).y },
  ];
}

/** The ends at each side of a card, from top to bottom. */
function groupBySide(ends: readonly End[]): End[][] {
  const sides = new Map<string, End[]>();
  for (const end of ends) {
    const key = `${end.card.card.entity.name} ${end.x}`;
    sides.set(key, [...(sides.get(key) ?? []), end]);
  }
  return [...sides.values()].map((side) => side.sort((one, other) => one.preferredY - other.preferredY));
}

/** Moves sorted positions apart by `GAP`, or by less if there is not enough room. */
function spread(preferred: readonly number[], top: number, bottom: number): number[] {
  const gap = Math.min(GAP, (bottom - top) / Math.max(1, preferred.length - 1));
  const positions: number[] = [];
  for (const y of preferred) positions.push(Math.max(y, top, (positions.at(-1) ?? -Infinity) + gap));
  for (let index = positions.length - 1, lowest = bottom; index >= 0; index--, lowest -= gap) {
    positions[index] = Math.min(positions[index]!, lowest);
    lowest = positions[index]!;
  }
  return positions;
}

function middleOf({ x, y, width, height }: PlacedCard): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
