import type { PlacedCard, Point } from './layout';
import type { Ports, Route } from './ports';

/**
 * The turns of a line from the side of one card to the side of another.
 *
 * Beside every column of cards that it passes, it runs level, so that the curves between the turns never touch a card.
 */
export function linePoints({ from, to, turns }: Route, { start, end }: Ports, cards: readonly PlacedCard[]): Point[] {
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
