import { findPackage } from '../../lib/foundation';
import type { Dagre } from '../../lib/map/dagre';
import type { Box, Layout, PlacedLine, Point } from '../../lib/map/layout';
import { layoutMap } from '../../lib/map/layout-map';
import { randomMap } from '../support/random-map';
import { seedsOr } from '../support/seed';

const dagre = findPackage('@dagrejs/dagre', process.cwd())!.load() as Dagre;

/** The number of aggregates and the seed. */
const MAPS = [1, 2, 3, 5, 8, 13, 21, 40].flatMap((size) => seedsOr([1, 2, 3]).map((seed) => [size, seed] as const));

describe.each(MAPS)('The drawing of %d aggregates (seed %d)', (size, seed) => {
  const layout = layoutMap(dagre, randomMap(size, seed));

  it('has no overlapping boxes', () => {
    expect(overlapping(layout.cards)).toEqual([]);
    expect(overlapping(layout.aggregates)).toEqual([]);
  });

  it('has no line across a box, and no two lines at the same port', () => {
    const crossed = layout.lines.filter((line) => layout.cards.some((card) => curvePoints(line).some(inside(card))));
    const ends = layout.lines.flatMap(({ points }) => [points[0]!, points.at(-1)!]).map(({ x, y }) => `${x} ${y}`);

    expect(crossed).toEqual([]);
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('stays within its bounds', () => {
    const points = [...layout.lines.flatMap(curvePoints), ...corners(layout)];

    expect(points.filter(({ x, y }) => x < 0 || y < 0 || x > layout.width || y > layout.height)).toEqual([]);
  });
});

function overlapping<T extends Box>(boxes: readonly T[]): T[][] {
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => (isOverlapping(one, other) ? [[one, other]] : [])),
  );
}

function isOverlapping(one: Box, other: Box): boolean {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}

function inside({ x, y, width, height }: Box): (point: Point) => boolean {
  return (point) => point.x > x + 1 && point.x < x + width - 1 && point.y > y + 1 && point.y < y + height - 1;
}

/** Points on the curve between consecutive turns. */
function curvePoints({ points }: PlacedLine): Point[] {
  return points.slice(1).flatMap((end, index) => {
    const start = points[index]!;
    const middle = (start.x + end.x) / 2;
    return Array.from({ length: 21 }, (_, step) => ({
      x: bezier(step / 20, start.x, middle, middle, end.x),
      y: bezier(step / 20, start.y, start.y, end.y, end.y),
    }));
  });
}

function bezier(t: number, a: number, b: number, c: number, d: number): number {
  const s = 1 - t;
  return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

function corners({ aggregates, cards }: Layout): Point[] {
  return [...aggregates, ...cards].flatMap(({ x, y, width, height }) => [
    { x, y },
    { x: x + width, y: y + height },
  ]);
}
