import { type Markup, markup } from '../apidocs';
import { type Cardinality, labelOf } from './domain-map';
import type { PlacedLine, Point } from './layout';

/** A line with its name in the middle, and at each end a sign for how many belong to one of the other. */
export function drawnLine({ association, points, label }: PlacedLine): Markup {
  const { fromCardinality, toCardinality, isContained, from, to } = association;
  const path = from === to ? loop(points) : curve(points);
  return markup`<g>
<path class="association${isContained ? '' : ' refers'}" d="${path}"/>
${drawnSign(fromCardinality, points[0]!, points[1]!)}${drawnSign(toCardinality, points.at(-1)!, points.at(-2)!)}
<text class="label" x="${round(label.x)}" y="${round(label.y + 4)}" text-anchor="middle">${labelOf(association)}</text>
</g>
`;
}

/** Runs level at every turn. */
function curve([start, ...others]: readonly Point[]): string {
  let before = start!;
  const steps = others.map((point) => {
    const middle = round((before.x + point.x) / 2);
    const step =
      before.y === point.y
        ? `H${round(point.x)}`
        : `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    before = point;
    return step;
  });
  return `M${round(start!.x)} ${round(start!.y)}${steps.join('')}`;
}

/** Down, across and up again, with round corners. */
function loop([start, low, lowEnd, end]: readonly Point[]): string {
  const radius = 10;
  const [left, right, bottom] = [round(start!.x), round(end!.x), round(low!.y)];
  return (
    `M${left} ${round(start!.y)}V${bottom - radius}Q${left} ${bottom} ${left + radius} ${bottom}` +
    `H${round(lowEnd!.x) - radius}Q${right} ${bottom} ${right} ${bottom - radius}V${round(end!.y)}`
  );
}

/** Many: a crow's foot; one: a bar; none or one: a ring and a bar. */
export function drawnSign(cardinality: Cardinality, end: Point, next: Point): Markup {
  const turn = end.x === next.x ? (next.y > end.y ? 90 : -90) : next.x > end.x ? 0 : 180;
  const place = `translate(${round(end.x)} ${round(end.y)}) rotate(${turn})`;
  if (cardinality === 'many') return markup`<path class="end open" transform="${place}" d="M0 -6L11 0L0 6"/>`;
  const bar = markup`<path class="end open" transform="${place}" d="M7 -5V5"/>`;
  return cardinality === 'one' ? bar : markup`${bar}<circle class="end" transform="${place}" cx="14" cy="0" r="4"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
