import { pluralize, snakeCase } from '../../naming';
import type { ColumnShape, Dialect, ForeignKeyShape, TableShape } from '../../persistence';
import { isUnwritable, reasonAgainstColumn, reasonAgainstKey } from './column-reasons';
import type { FieldCode } from './field-code';
import { markOf } from './field-marks';
import { fieldCodeOf } from './field-of-column';
import { withDistinctJoinFields } from './join-fields';
import { addAssociations } from './plan-associations';
import type { PlannedClass, PlannedField } from './planned-class';
import { type Role, rolesOf } from './roots';
import { withRowKey } from './row-keys';
import { markSoftDeletes } from './soft-deletes';
import { classNameOf, fieldNameOf, firstFree, freeName, rowNamesOf } from './table-names';

export interface PlannedClasses {
  readonly classes: readonly PlannedClass[];
  /** The omitted tables and columns, each with the reason. */
  readonly leftOut: readonly string[];
  /** The classes that might be expected to delete softly and do not, each with the reason. */
  readonly notes: readonly string[];
}

export interface PlanOptions {
  readonly dialect: Dialect;
  /** The tables of aggregate roots; by default, those that no other table owns. */
  readonly roots?: readonly string[];
  /** Whether views get classes, too. */
  readonly views?: boolean;
}

/** Plans the classes of tables. Tables and columns that no class can represent are left out, with a reason. */
export function planClasses(tables: readonly TableShape[], { dialect, roots, views }: PlanOptions): PlannedClasses {
  const leftOut: string[] = [];
  const shapes = tables.map(withOrderedKeys).map(withRowKey).map(withoutDefaultsOfViews);
  const known = shapes.filter((table) => {
    const reason = reasonAgainst(table, { dialect, views });
    if (reason !== undefined) leftOut.push(`${table.name}: ${reason}`);
    return reason === undefined;
  });
  const rowNames = rowNamesOf(known.map(({ name }) => name));
  const joins = new Set(known.filter((table) => isJoin(table, known)));
  const isKeyless = (table: TableShape) => !joins.has(table) && reasonForListing(table) !== undefined;
  const roles = rolesOf(
    known.filter((table) => !joins.has(table) && !isKeyless(table)),
    roots,
  );
  const classNames = new Set<string>();
  const classes = known.map((table): PlannedClass => {
    const rowName = rowNames.get(table.name)!;
    const name = firstFree([classNameOf(rowName), `${classNameOf(rowName)}Row`], classNames);
    const taken = new Set<string>();
    const place = { table, dialect, isJoin: joins.has(table) };
    const fields = table.columns.flatMap((column) => fieldOf(column, place, taken, leftOut));
    const role = isKeyless(table) ? { isRoot: true, reason: reasonForListing(table) } : roles.get(table.name);
    const { isRoot = false, reason } = role ?? {};
    const kind = { isJoin: joins.has(table), isKeyless: isKeyless(table), isRoot, reason };
    return { name, rowName, table, fields, associations: [], taken, ...kind, owners: [] };
  });
  leftOut.push(...addAssociations(classes));
  for (const planned of classes) settleRole(planned, classes, roles);
  const distinct = withDistinctJoinFields(classes);
  return { classes: distinct, leftOut, notes: markSoftDeletes(distinct) };
}

/** A view shows the defaults of its tables, and takes none. */
function withoutDefaultsOfViews(table: TableShape): TableShape {
  if (!table.isView) return table;
  return { ...table, columns: table.columns.map(({ default: _, ...column }) => ({ ...column, isGenerated: false })) };
}

/** Puts the owner before other classes with a collection of a child; a child that no association leads to is a root. */
function settleRole(planned: PlannedClass, classes: readonly PlannedClass[], roles: ReadonlyMap<string, Role>): void {
  const role = roles.get(planned.table.name);
  if (role?.owner === undefined) return;
  const { name } = classes.find(({ table }) => table.name === role.owner)!;
  planned.isRoot = !planned.owners.includes(name);
  if (planned.isRoot) planned.reason = undefined;
  else planned.owners.sort((one, other) => Number(other === name) - Number(one === name));
}

/** The foreign keys in the order of their columns, which databases do not keep. */
function withOrderedKeys(table: TableShape): TableShape {
  const place = ({ columns: [first] }: ForeignKeyShape) => table.columns.findIndex(({ name }) => name === first);
  return { ...table, foreignKeys: table.foreignKeys.toSorted((one, other) => place(one) - place(other)) };
}

/** Why no class can be generated for a table; undefined if one can. */
export function reasonAgainst(
  table: TableShape,
  { dialect, views = false }: Pick<PlanOptions, 'dialect' | 'views'>,
): string | undefined {
  if (table.isView && !views) return 'it is a view: --views writes a class of it, which is only listed';
  if (isUnwritable(table.name)) return 'Sequelize cannot write its name: rename it by a migration';
  const hasField = (column: ColumnShape) => reasonAgainstColumn(column, dialect) === undefined;
  if (table.isView) return table.columns.some(hasField) ? undefined : 'the type of no column of the view is supported';
  if (table.primaryKey.length === 0) return 'it has no primary key: add one with a migration';
  const isPath = table.primaryKey.length === 1;
  for (const key of table.columns.filter(({ name }) => table.primaryKey.includes(name))) {
    const reason = reasonAgainstKey(key, dialect, isPath);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** Why the rows of a table that is no join table are only listed; undefined if a path can name each. */
export function reasonForListing({ isView, primaryKey }: TableShape): string | undefined {
  if (isView) return 'it is a view';
  return primaryKey.length > 1 ? `its primary key (${primaryKey.join(', ')}) has several columns` : undefined;
}

/** Whether the primary key of a table consists of two foreign keys to tables whose rows a path can name. */
function isJoin({ primaryKey, foreignKeys }: TableShape, tables: readonly TableShape[]): boolean {
  const isKeyed = (name: string) =>
    tables.some((table) => table.name.toLowerCase() === name.toLowerCase() && reasonForListing(table) === undefined);
  const leads = (name: string) =>
    foreignKeys.some(({ columns, table }) => columns.length === 1 && columns[0] === name && isKeyed(table));
  return primaryKey.length === 2 && primaryKey.every(leads);
}

interface FieldPlace {
  readonly table: TableShape;
  readonly dialect: Dialect;
  readonly isJoin: boolean;
}

function fieldOf(
  column: ColumnShape,
  { table, dialect, isJoin }: FieldPlace,
  taken: Set<string>,
  leftOut: string[],
): PlannedField[] {
  const place = `${table.name}.${column.name}`;
  const reason = reasonAgainstColumn(column, dialect);
  const code = fieldCodeOf(column, dialect);
  if (reason !== undefined || !code) {
    const needed = !table.isView && !column.isComputed && !column.isNullable && column.default === undefined;
    leftOut.push(`${place}: ${reason}${needed ? '; no row can be created, because it requires a value' : ''}`);
    return [];
  }
  const isKey = table.primaryKey.includes(column.name);
  const isUnique = table.indexes.some(
    (index) => index.isUnique && !index.isSpecial && index.columns.length === 1 && index.columns[0] === column.name,
  );
  const name = freeName(fieldNameOf(column.name), taken);
  if (isLarge(code)) taken.add(snakeCase(pluralize(name)));
  const mark = isJoin && isKey ? undefined : markOf({ column, code, isKey }, table);
  return [{ name, column, code, isKey, isUnique: isUnique && !isKey, mark }];
}

/** Whether a field has a route of its own, as the elements of a collection have: none may be called by its plural. */
function isLarge({ holds }: FieldCode): boolean {
  return holds.kind === 'bytes' || (holds.kind === 'text' && holds.maxBytes > MEDIUMTEXT_BYTES);
}

const MEDIUMTEXT_BYTES = 16_777_215;
