import { type Markup, markup } from '../apidocs';
import type { Card, CardColumns, CardRow } from './card';
import type { MapField, MapOperation } from './domain-map';
import { drawMark } from './draw-mark';
import type { PlacedCard } from './layout';
import { SIZES } from './sizes';
import { truncated } from './text-width';

/** @param isLinked  whether class names and operations are links; false in the standalone SVG */
export function drawCard({ card, x, y, width, height }: PlacedCard, isLinked: boolean): Markup {
  const { name, isRoot } = card.entity;
  const title = markup`<text class="name" x="${SIZES.padding}" y="28">${truncated(name, SIZES.title, width - 70)}</text>`;
  const head = `M0 ${SIZES.header}V8a8 8 0 0 1 8 -8H${width - 8}a8 8 0 0 1 8 8V${SIZES.header}Z`;
  return markup`<g class="${isRoot ? 'root' : 'child'}" transform="translate(${Math.round(x)} ${Math.round(y)})">
<rect class="card" width="${width}" height="${height}" rx="8"/>
<path class="head" d="${head}"/>
<rect class="outline" width="${width}" height="${height}" rx="8"/>
${isLinked ? link(`#${name}`, title) : title}
<text class="quiet small" x="${width - SIZES.padding}" y="28" text-anchor="end">${isRoot ? 'root' : 'child'}</text>
<path class="rule" d="M0 ${SIZES.header}H${width}"/>
${card.rows.map((row) => drawRow(row, card, isLinked))}</g>
`;
}

function drawRow(row: CardRow, { width, columns }: Card, isLinked: boolean): Markup {
  switch (row.kind) {
    case 'rule':
      return markup`<path class="rule" d="M0 ${row.y}H${width}"/>\n`;
    case 'field':
      return drawField(row.field, row.y, columns);
    case 'operations':
      return markup`${row.labels.map((label) => drawOperation(label.operation, label.x, row.y, isLinked))}`;
    case 'path':
      return drawSmallText(row.path, row.y, width);
    case 'permissions':
    case 'more':
      return drawSmallText(row.text, row.y, width);
  }
}

/** The name, the marks in their columns, and the type. */
function drawField(
  { name, type, marks }: MapField,
  y: number,
  { marks: markColumns, type: typeX }: CardColumns,
): Markup {
  const firstMark = Math.min(typeX, ...markColumns.values());
  const shown = truncated(name, SIZES.text, firstMark - SIZES.padding - SIZES.gap);
  return markup`<text x="${SIZES.padding}" y="${y + 4}">${shown}</text>
${marks.map((mark) => drawMark(mark, markColumns.get(mark)!, y))}
<text class="quiet" x="${typeX}" y="${y + 4}">${type}</text>
`;
}

function drawOperation(
  { label, method, path, link: target }: MapOperation,
  x: number,
  y: number,
  isLinked: boolean,
): Markup {
  const text = markup`<text class="operation" x="${Math.round(x)}" y="${y + 4}"><title>${method} ${path}</title>${label}</text>`;
  return isLinked && target ? markup`${link(target, text)}\n` : markup`${text}\n`;
}

function drawSmallText(text: string, y: number, width: number): Markup {
  const shown = truncated(text, SIZES.small, width - 2 * SIZES.padding);
  return markup`<text class="quiet small" x="${SIZES.padding}" y="${y + 4}">${shown}</text>\n`;
}

/** Not reachable by tab, because the text below the drawing has the same links. */
function link(target: string, content: Markup): Markup {
  return markup`<a href="${target}" tabindex="-1">${content}</a>`;
}
