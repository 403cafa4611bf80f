import type { FieldMark, MapEntity, MapField } from './domain-map';
import {
  hiddenPathsText,
  labelLines,
  type OperationLabel,
  permissionLines,
  shortPath,
  shownResources,
  verbsWidth,
} from './operation-labels';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** A row below the header of a card. `y` is the distance from the top of the card to the middle of the row. */
export type CardRow =
  | { readonly kind: 'field'; readonly y: number; readonly field: MapField }
  | { readonly kind: 'rule'; readonly y: number }
  | { readonly kind: 'path'; readonly y: number; readonly path: string }
  | { readonly kind: 'operations'; readonly y: number; readonly labels: readonly OperationLabel[] }
  | { readonly kind: 'permissions' | 'more'; readonly y: number; readonly text: string };

/** The measured box of one class. */
export interface Card {
  readonly entity: MapEntity;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly CardRow[];
  readonly columns: CardColumns;
}

/** The left edges of the columns of fields, from the left edge of the card. */
export interface CardColumns {
  readonly marks: ReadonlyMap<FieldMark, number>;
  readonly type: number;
}

/** Marks that exclude each other share a column. */
const MARK_COLUMNS: readonly (readonly FieldMark[])[] = [
  ['key', 'unique'],
  ['required', 'read-only'],
  ['searchable'],
  ['write-only'],
];

export function cardOf(entity: MapEntity): Card {
  const width = widthOf(entity);
  const rows: CardRow[] = [];
  let top = SIZES.header + SIZES.gap;
  const nextRow = () => {
    top += SIZES.row;
    return top - SIZES.row / 2;
  };
  for (const field of entity.fields) rows.push({ kind: 'field', y: nextRow(), field });
  for (const resource of shownResources(entity)) {
    rows.push({ kind: 'rule', y: top + SIZES.gap });
    top += 2 * SIZES.gap;
    rows.push({ kind: 'path', y: nextRow(), path: shortPath(resource.path) });
    for (const labels of labelLines(resource, width)) rows.push({ kind: 'operations', y: nextRow(), labels });
    for (const text of permissionLines(resource)) rows.push({ kind: 'permissions', y: nextRow(), text });
  }
  const more = hiddenPathsText(entity);
  if (more) rows.push({ kind: 'more', y: nextRow(), text: more });
  return { entity, width, height: top + SIZES.gap, rows, columns: columnsOf(entity, width) };
}

function widthOf(entity: MapEntity): number {
  const { name, fields } = entity;
  const resources = shownResources(entity);
  const widths = [
    textWidth(name, SIZES.title) + 60,
    Math.max(...fields.map((field) => textWidth(field.name, SIZES.text))) +
      16 +
      markColumns(fields).length * SIZES.mark +
      typeWidth(fields),
    ...resources.map(verbsWidth),
    ...resources.map(({ path }) => textWidth(shortPath(path), SIZES.small)),
    ...resources.flatMap(permissionLines).map((text) => textWidth(text, SIZES.small)),
  ];
  const preferred = Math.max(...widths) + 2 * SIZES.padding;
  return Math.ceil(Math.min(SIZES.maxWidth, Math.max(SIZES.minWidth, preferred)) / 4) * 4;
}

function columnsOf({ fields }: MapEntity, width: number): CardColumns {
  const type = width - SIZES.padding - typeWidth(fields);
  const columns = markColumns(fields);
  const first = type - columns.length * SIZES.mark - 4;
  const marks = columns.flatMap((column, index) => column.map((mark) => [mark, first + index * SIZES.mark] as const));
  return { marks: new Map(marks), type };
}

function markColumns(fields: readonly MapField[]): (readonly FieldMark[])[] {
  return MARK_COLUMNS.filter((column) => fields.some(({ marks }) => column.some((mark) => marks.includes(mark))));
}

function typeWidth(fields: readonly MapField[]): number {
  return Math.ceil(Math.max(...fields.map(({ type }) => textWidth(type, SIZES.text))));
}
