import { type Markup, markup } from '../apidocs';
import { type Cardinality, labelOf } from './domain-map';
import type { PlacedLine, Point } from './layout';

/** Draws an association with its names in the middle and its cardinalities at the ends. */
export function drawLine({ association, points, label }: PlacedLine): Markup {
  const { fromCardinality, toCardinality, isContained, from, to } = association;
  const path = from === to ? loop(points) : curve(points);
  return markup`<g>
<path class="association${isContained ? '' : ' refers'}" d="${path}"/>
${drawCardinality(fromCardinality, points[0]!, points[1]!)}${drawCardinality(toCardinality, points.at(-1)!, points.at(-2)!)}
<text class="label" x="${round(label.x)}" y="${round(label.y + 4)}" text-anchor="middle">${labelOf(association)}</text>
</g>
`;
}

/** A curve that is horizontal at every point. */
function curve([start, ...others]: readonly Point[]): string {
  let before = start!;
  const segments = others.map((point) => {
    const middle = round((before.x + point.x) / 2);
    const segment =
      before.y === point.y
        ? `H${round(point.x)}`
        : `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    before = point;
    return segment;
  });
  return `M${round(start!.x)} ${round(start!.y)}${segments.join('')}`;
}

/** A line below the card with round corners, for an association of a class with itself. */
function loop([start, low, lowEnd, end]: readonly Point[]): string {
  const radius = 10;
  const [left, right, bottom] = [round(start!.x), round(end!.x), round(low!.y)];
  return (
    `M${left} ${round(start!.y)}V${bottom - radius}Q${left} ${bottom} ${left + radius} ${bottom}` +
    `H${round(lowEnd!.x) - radius}Q${right} ${bottom} ${right} ${bottom - radius}V${round(end!.y)}`
  );
}

/** Crow's foot notation: a fork for many, a bar for one, a ring and a bar for zero or one. */
export function drawCardinality(cardinality: Cardinality, end: Point, next: Point): Markup {
  const angle = end.x === next.x ? (next.y > end.y ? 90 : -90) : next.x > end.x ? 0 : 180;
  const transform = `translate(${round(end.x)} ${round(end.y)}) rotate(${angle})`;
  if (cardinality === 'many') return markup`<path class="end open" transform="${transform}" d="M0 -6L11 0L0 6"/>`;
  const bar = markup`<path class="end open" transform="${transform}" d="M7 -5V5"/>`;
  return cardinality === 'one'
    ? bar
    : markup`${bar}<circle class="end" transform="${transform}" cx="14" cy="0" r="4"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
