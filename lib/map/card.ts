import {
  type Chip,
  chipLines,
  chipsWidth,
  drawnResources,
  furtherPaths,
  permissionLines,
  shortPath,
} from './card-operations';
import type { FieldMark, MapEntity, MapField } from './domain-map';
import { SIZES } from './sizes';
import { textWidth } from './text-width';

/** What stands below the header of a card, `y` from its top to the middle of the line. */
export type CardRow =
  | { readonly kind: 'field'; readonly y: number; readonly field: MapField }
  | { readonly kind: 'rule'; readonly y: number }
  | { readonly kind: 'path'; readonly y: number; readonly path: string }
  | { readonly kind: 'operations'; readonly y: number; readonly chips: readonly Chip[] }
  | { readonly kind: 'permissions' | 'more'; readonly y: number; readonly text: string };

/** The box of one class, measured. */
export interface Card {
  readonly entity: MapEntity;
  readonly width: number;
  readonly height: number;
  readonly rows: readonly CardRow[];
  readonly columns: CardColumns;
}

/** Where the columns of the fields begin, from the left edge of the card. */
export interface CardColumns {
  readonly marks: ReadonlyMap<FieldMark, number>;
  readonly type: number;
}

/** Marks that no field has together share a column. */
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
  const middle = () => {
    top += SIZES.row;
    return top - SIZES.row / 2;
  };
  for (const field of entity.fields) rows.push({ kind: 'field', y: middle(), field });
  for (const resource of drawnResources(entity)) {
    rows.push({ kind: 'rule', y: top + SIZES.gap });
    top += 2 * SIZES.gap;
    rows.push({ kind: 'path', y: middle(), path: shortPath(resource.path) });
    for (const chips of chipLines(resource, width)) rows.push({ kind: 'operations', y: middle(), chips });
    for (const text of permissionLines(resource)) rows.push({ kind: 'permissions', y: middle(), text });
  }
  const more = furtherPaths(entity);
  if (more) rows.push({ kind: 'more', y: middle(), text: more });
  return { entity, width, height: top + SIZES.gap, rows, columns: columnsOf(entity, width) };
}

function widthOf(entity: MapEntity): number {
  const { name, fields } = entity;
  const resources = drawnResources(entity);
  const lines = [
    textWidth(name, SIZES.title) + 60,
    Math.max(...fields.map((field) => textWidth(field.name, SIZES.text))) +
      16 +
      markColumns(fields).length * SIZES.mark +
      typeWidth(fields),
    ...resources.map(chipsWidth),
    ...resources.map(({ path }) => textWidth(shortPath(path), SIZES.small)),
    ...resources.flatMap(permissionLines).map((text) => textWidth(text, SIZES.small)),
  ];
  const wished = Math.max(...lines) + 2 * SIZES.padding;
  return Math.ceil(Math.min(SIZES.maxWidth, Math.max(SIZES.minWidth, wished)) / 4) * 4;
}

function columnsOf({ fields }: MapEntity, width: number): CardColumns {
  const type = width - SIZES.padding - typeWidth(fields);
  const shown = markColumns(fields);
  const first = type - shown.length * SIZES.mark - 4;
  const marks = shown.flatMap((column, index) => column.map((mark) => [mark, first + index * SIZES.mark] as const));
  return { marks: new Map(marks), type };
}

function markColumns(fields: readonly MapField[]): (readonly FieldMark[])[] {
  return MARK_COLUMNS.filter((column) => fields.some(({ marks }) => column.some((mark) => marks.includes(mark))));
}

function typeWidth(fields: readonly MapField[]): number {
  return Math.ceil(Math.max(...fields.map(({ type }) => textWidth(type, SIZES.text))));
}
