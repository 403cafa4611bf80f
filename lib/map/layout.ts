import type { Card } from './card';
import type { MapAggregate, MapAssociation } from './domain-map';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are the upper left corner, in pixels. */
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
  /** From the owner to the other class, each turn of the line. */
  readonly points: readonly Point[];
  /** The middle of the label. */
  readonly label: Point;
}

/** Where everything of a drawing stands. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly aggregates: readonly PlacedAggregate[];
  readonly cards: readonly PlacedCard[];
  readonly lines: readonly PlacedLine[];
}

export function moved(layout: Layout, by: Point): Layout {
  const move = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
  return {
    ...layout,
    aggregates: layout.aggregates.map(move),
    cards: layout.cards.map(move),
    lines: layout.lines.map(({ association, points, label }) => ({
      association,
      points: points.map(move),
      label: move(label),
    })),
  };
}
