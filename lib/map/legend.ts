import { type Markup, markup } from '../apidocs';
import { drawCardinality } from './draw-line';
import { drawMark, FIELD_MARKS } from './draw-mark';

/** The legend of the drawing. */
export function legend(): Markup {
  return markup`<ul class="legend row" aria-label="Legend">
${FIELD_MARKS.map((mark) => markup`<li>${picture(12, drawMark(mark, 0, 6))}${mark}</li>\n`)}<li>${line('one', '')}one</li>
<li>${line('optional', '')}zero or one</li>
<li>${line('many', '')}many</li>
<li>${line(undefined, '')}contains</li>
<li>${line(undefined, ' refers')}refers to</li>
</ul>
`;
}

function line(cardinality: 'one' | 'optional' | 'many' | undefined, kind: string): Markup {
  const sign = cardinality && drawCardinality(cardinality, { x: 0, y: 6 }, { x: 30, y: 6 });
  return picture(32, markup`<path class="association${kind}" d="M0 6H32"/>${sign}`);
}

function picture(width: number, content: Markup): Markup {
  return markup`<svg class="map-drawing" aria-hidden="true" width="${width}" height="12" viewBox="0 0 ${width} 12">${content}</svg>`;
}
