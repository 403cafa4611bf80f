import { type Markup, markup } from '../apidocs';
import type { FieldMark } from './domain-map';

/** SVG paths of 12 by 12 pixels, in the order of the legend. */
const MARK_PATHS: Readonly<Record<FieldMark, string>> = {
  key: 'M5.8 6a2.3 2.3 0 1 0 -4.6 0a2.3 2.3 0 1 0 4.6 0H11V8.2M8.6 6V7.8',
  required: 'M6 2V10M2.5 4L9.5 8M9.5 4L2.5 8',
  unique: 'M4.5 3.5L6.5 2V10M4.5 10H8.5',
  searchable: 'M8 5a3 3 0 1 0 -6 0a3 3 0 1 0 6 0M7.2 7.2L10.5 10.5',
  'read-only': 'M3 6H9V10.5H3ZM4 6V4a2 2 0 0 1 4 0V6',
  'write-only': 'M2 10L3 7.5L8.5 2L10 3.5L4.5 9Z',
};

export const FIELD_MARKS = Object.keys(MARK_PATHS) as readonly FieldMark[];

export function drawMark(mark: FieldMark, x: number, y: number): Markup {
  return markup`<path class="mark ${mark}" transform="translate(${x} ${y - 6})" d="${MARK_PATHS[mark]}"><title>${mark}</title></path>`;
}
