import type { Card } from './card';
import type { MapAggregate, MapAssociation } from './domain-map';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are the upper left corner. All sizes are in pixels. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface PlacedAggregate extends Box {
  readonly aggregate: MapAggregate;
}

export interface PlacedCard extends Box {
  readonly card: Card;
}

export interface PlacedLine {
  readonly association: MapAssociation;
  /** All turns of the line, from `from` to `to`. */
  readonly points: readonly Point[];
  /** The center of the label. */
  readonly label: Point;
}

/** The positions of all parts of the drawing. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly aggregates: readonly PlacedAggregate[];
  readonly cards: readonly PlacedCard[];
  readonly lines: readonly PlacedLine[];
}

export function translated(layout: Layout, by: Point): Layout {
  const translate = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    ...layout,
    aggregates: layout.aggregates.map(translate),
    cards: layout.cards.map(translate),
    lines: layout.lines.map(({ association, points, label }) => ({
      association,
      points: points.map(translate),
      label: translate(label),
    })),
  };
}
