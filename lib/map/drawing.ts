import { Markup, markup } from '../apidocs';
import type { DomainMap } from './domain-map';
import { drawnCard } from './drawing-card';
import { drawnLine } from './drawing-lines';
import type { Layout, PlacedAggregate } from './layout';
import { COLOURS, DRAWING_STYLE } from './svg-style';

/** The drawing as a part of the page: it has no styles of its own, and the text beside it says the same. */
export function drawing(layout: Layout): Markup {
  const size = markup`width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}"`;
  return markup`<svg class="map-drawing" aria-hidden="true" ${size} viewBox="${viewBox(layout)}">
${content(layout, true)}</svg>`;
}

/** The drawing as a file, with its styles and without links, which would lead nowhere from there. */
export function svgFile({ name, aggregates }: DomainMap, layout: Layout): string {
  const roots = aggregates.map((aggregate) => aggregate.name).join(', ');
  const size = markup`width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}"`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="map-drawing" role="img" aria-labelledby="title description" ${size} viewBox="${viewBox(layout)}">
<title id="title">Map of the domain: ${name}</title>
<desc id="description">The aggregates ${roots}, with their fields, operations and associations.</desc>
<style>${new Markup(COLOURS + DRAWING_STYLE)}</style>
<rect class="sheet" width="100%" height="100%"/>
${content(layout, false)}</svg>
`.text;
}

function viewBox({ width, height }: Layout): string {
  return `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`;
}

function content({ aggregates, lines, cards }: Layout, isLinked: boolean): Markup {
  return markup`${aggregates.map(drawnFrame)}${lines.map(drawnLine)}${cards.map((card) => drawnCard(card, isLinked))}`;
}

function drawnFrame({ aggregate, x, y, width, height }: PlacedAggregate): Markup {
  const [left, top] = [Math.round(x), Math.round(y)];
  return markup`<rect class="frame" x="${left}" y="${top}" width="${Math.round(width)}" height="${Math.round(height)}" rx="14"/>
<text class="frame-name" x="${left + 18}" y="${top + 23}">Aggregate ${aggregate.name}</text>
`;
}
