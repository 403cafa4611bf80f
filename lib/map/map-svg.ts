import { Markup, markup } from '../apidocs';
import type { DomainMap } from './domain-map';
import { drawCard } from './draw-card';
import { drawLine } from './draw-line';
import type { Layout, PlacedAggregate } from './layout';
import { COLOR_STYLE, DRAWING_STYLE } from './svg-style';

/** The SVG inside of the page. Hidden from assistive technology, since the text below has the same content. */
export function inlineSvg(layout: Layout): Markup {
  const size = markup`width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}"`;
  return markup`<svg class="map-drawing" aria-hidden="true" ${size} viewBox="${viewBox(layout)}">
${content(layout, true)}</svg>`;
}

/** The SVG as a file: with its styles, and without links, which are relative to the page. */
export function standaloneSvg({ name, aggregates }: DomainMap, layout: Layout): string {
  const roots = aggregates.map((aggregate) => aggregate.name).join(', ');
  const size = markup`width="${Math.ceil(layout.width)}" height="${Math.ceil(layout.height)}"`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" class="map-drawing" role="img" aria-labelledby="title description" ${size} viewBox="${viewBox(layout)}">
<title id="title">Map of the domain: ${name}</title>
<desc id="description">The aggregates ${roots}, with their fields, operations and associations.</desc>
<style>${new Markup(COLOR_STYLE + DRAWING_STYLE)}</style>
<rect class="sheet" width="100%" height="100%"/>
${content(layout, false)}</svg>
`.text;
}

function viewBox({ width, height }: Layout): string {
  return `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`;
}

function content({ aggregates, lines, cards }: Layout, isLinked: boolean): Markup {
  return markup`${aggregates.map(drawFrame)}${lines.map(drawLine)}${cards.map((card) => drawCard(card, isLinked))}`;
}

function drawFrame({ aggregate, x, y, width, height }: PlacedAggregate): Markup {
  const [left, top] = [Math.round(x), Math.round(y)];
  return markup`<rect class="frame" x="${left}" y="${top}" width="${Math.round(width)}" height="${Math.round(height)}" rx="14"/>
<text class="frame-name" x="${left + 18}" y="${top + 23}">Aggregate ${aggregate.name}</text>
`;
}
