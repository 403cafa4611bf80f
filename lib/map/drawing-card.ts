import { type Markup, markup } from '../apidocs';
import type { Card, CardColumns, CardRow } from './card';
import type { MapField, MapOperation } from './domain-map';
import { drawnMark } from './drawing-marks';
import type { PlacedCard } from './layout';
import { SIZES } from './sizes';
import { fitted } from './text-width';

/** @param isLinked  whether its parts lead anywhere; not so in a drawing that stands alone */
export function drawnCard({ card, x, y, width, height }: PlacedCard, isLinked: boolean): Markup {
  const { name, isRoot } = card.entity;
  const title = markup`<text class="name" x="${SIZES.padding}" y="28">${fitted(name, SIZES.title, width - 70)}</text>`;
  const head = `M0 ${SIZES.header}V8a8 8 0 0 1 8 -8H${width - 8}a8 8 0 0 1 8 8V${SIZES.header}Z`;
  return markup`<g class="${isRoot ? 'root' : 'child'}" transform="translate(${Math.round(x)} ${Math.round(y)})">
<rect class="card" width="${width}" height="${height}" rx="8"/>
<path class="head" d="${head}"/>
<rect class="outline" width="${width}" height="${height}" rx="8"/>
${isLinked ? link(`#${name}`, title) : title}
<text class="quiet small" x="${width - SIZES.padding}" y="28" text-anchor="end">${isRoot ? 'root' : 'child'}</text>
<path class="rule" d="M0 ${SIZES.header}H${width}"/>
${card.rows.map((row) => drawnRow(row, card, isLinked))}</g>
`;
}

function drawnRow(row: CardRow, { width, columns }: Card, isLinked: boolean): Markup {
  switch (row.kind) {
    case 'rule':
      return markup`<path class="rule" d="M0 ${row.y}H${width}"/>\n`;
    case 'field':
      return drawnField(row.field, row.y, columns);
    case 'operations':
      return markup`${row.chips.map((chip) => drawnOperation(chip.operation, chip.x, row.y, isLinked))}`;
    case 'path':
      return quietLine(row.path, row.y, width);
    case 'permissions':
    case 'more':
      return quietLine(row.text, row.y, width);
  }
}

/** The name to the left, the marks in their columns, then the type. */
function drawnField({ name, type, marks }: MapField, y: number, { marks: places, type: typeX }: CardColumns): Markup {
  const firstMark = Math.min(typeX, ...places.values());
  const shown = fitted(name, SIZES.text, firstMark - SIZES.padding - SIZES.gap);
  return markup`<text x="${SIZES.padding}" y="${y + 4}">${shown}</text>
${marks.map((mark) => drawnMark(mark, places.get(mark)!, y))}
<text class="quiet" x="${typeX}" y="${y + 4}">${type}</text>
`;
}

function drawnOperation(
  { label, method, path, link: target }: MapOperation,
  x: number,
  y: number,
  isLinked: boolean,
): Markup {
  const text = markup`<text class="operation" x="${Math.round(x)}" y="${y + 4}"><title>${method} ${path}</title>${label}</text>`;
  return isLinked && target ? markup`${link(target, text)}\n` : markup`${text}\n`;
}

function quietLine(text: string, y: number, width: number): Markup {
  const shown = fitted(text, SIZES.small, width - 2 * SIZES.padding);
  return markup`<text class="quiet small" x="${SIZES.padding}" y="${y + 4}">${shown}</text>\n`;
}

/** Not in the order of the tab key: the same links stand in the text below the drawing. */
function link(target: string, content: Markup): Markup {
  return markup`<a href="${target}" tabindex="-1">${content}</a>`;
}
