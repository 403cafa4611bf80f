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
}

/** Plans the classes of tables. Tables and columns that no class can represent are left out, with a reason. */
export function planClasses(tables: readonly TableShape[], { dialect, roots }: PlanOptions): PlannedClasses {
  const leftOut: string[] = [];
  const known = usableTables(tables.map(withOrderedKeys).map(withRowKey), dialect, leftOut);
  const rowNames = rowNamesOf(known.map(({ name }) => name));
  const roles = rolesOf(
    known.filter((table) => !isJoin(table)),
    roots,
  );
  const classNames = new Set<string>();
  const classes = known.map((table): PlannedClass => {
    const rowName = rowNames.get(table.name)!;
    const name = firstFree([classNameOf(rowName), `${classNameOf(rowName)}Row`], classNames);
    const taken = new Set<string>();
    const fields = table.columns.flatMap((column) => fieldOf(column, table, dialect, taken, leftOut));
    const { isRoot = false, reason } = roles.get(table.name) ?? {};
    return { name, rowName, table, fields, associations: [], taken, isJoin: isJoin(table), isRoot, reason, owners: [] };
  });
  leftOut.push(...addAssociations(classes));
  for (const planned of classes) settleRole(planned, classes, roles);
  const distinct = withDistinctJoinFields(classes);
  return { classes: distinct, leftOut, notes: markSoftDeletes(distinct) };
}

/** The tables with a class. One that is left out may be what a join table needs. */
function usableTables(tables: readonly TableShape[], dialect: Dialect, leftOut: string[]): readonly TableShape[] {
  const usable = tables.filter((table) => {
    const reason = reasonAgainst(table, tables, dialect);
    if (reason !== undefined) leftOut.push(`${table.name}: ${reason}`);
    return reason === undefined;
  });
  return usable.length === tables.length ? usable : usableTables(usable, dialect, leftOut);
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
export function reasonAgainst(table: TableShape, tables: readonly TableShape[], dialect: Dialect): string | undefined {
  if (table.isView) return 'it is a view, whose key is unknown: write its class by hand, with @PrimaryKey';
  if (table.primaryKey.length === 0) return 'it has no primary key: add one with a migration';
  if (isUnwritable(table.name)) return 'Sequelize cannot write its name: rename it by a migration';
  for (const key of table.columns.filter(({ name }) => table.primaryKey.includes(name))) {
    const reason = reasonAgainstKey(key, dialect);
    if (reason !== undefined) return reason;
  }
  if (table.primaryKey.length === 1) return undefined;
  if (!isJoin(table))
    return `its primary key (${table.primaryKey.join(', ')}) has several columns, and it is not a join table`;
  const missing = table.foreignKeys.find(({ table: other }) => !tables.some(({ name }) => name === other));
  return missing && `it joins ${missing.table}, which is left out`;
}

/** Whether the primary key of a table consists of two foreign keys. */
function isJoin({ primaryKey, foreignKeys }: TableShape): boolean {
  return (
    primaryKey.length === 2 &&
    primaryKey.every((name) => foreignKeys.some(({ columns }) => columns.length === 1 && columns[0] === name))
  );
}

function fieldOf(
  column: ColumnShape,
  table: TableShape,
  dialect: Dialect,
  taken: Set<string>,
  leftOut: string[],
): PlannedField[] {
  const place = `${table.name}.${column.name}`;
  const reason = reasonAgainstColumn(column, dialect);
  const code = fieldCodeOf(column, dialect);
  if (reason !== undefined || !code) {
    const needed = !column.isComputed && !column.isNullable && column.default === undefined;
    leftOut.push(`${place}: ${reason}${needed ? '; no row can be created, because it requires a value' : ''}`);
    return [];
  }
  const isKey = table.primaryKey.includes(column.name);
  const isUnique = table.indexes.some(
    (index) => index.isUnique && !index.isSpecial && index.columns.length === 1 && index.columns[0] === column.name,
  );
  const name = freeName(fieldNameOf(column.name), taken);
  if (isLarge(code)) taken.add(snakeCase(pluralize(name)));
  const mark = isJoin(table) && isKey ? undefined : markOf({ column, code, isKey }, table);
  return [{ name, column, code, isKey, isUnique: isUnique && !isKey, mark }];
}

/** Whether a field has a route of its own, as the elements of a collection have: none may be called by its plural. */
function isLarge({ holds }: FieldCode): boolean {
  return holds.kind === 'bytes' || (holds.kind === 'text' && holds.maxBytes > MEDIUMTEXT_BYTES);
}

const MEDIUMTEXT_BYTES = 16_777_215;
