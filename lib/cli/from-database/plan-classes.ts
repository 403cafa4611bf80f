import { lowerFirst, pluralize, upperFirst } from '../../naming';
import type { ColumnShape, ForeignKeyShape, TableShape } from '../../persistence';
import { type WrittenType, writtenTypeOf } from './field-of-column';
import { classNameOf, fieldNameOf, freeName } from './table-names';

type Dialect = 'sqlite' | 'mysql';

/** A field that is a column. */
export interface PlannedField {
  readonly name: string;
  readonly column: ColumnShape;
  readonly written: WrittenType;
  readonly isKey: boolean;
  readonly isUnique: boolean;
  /** The class that it refers to. */
  target?: string;
}

/** A field that is an association. */
export interface PlannedAssociation {
  readonly kind: 'BelongsTo' | 'HasMany' | 'HasOne' | 'BelongsToMany';
  readonly name: string;
  readonly target: string;
  readonly through?: string;
  readonly isNullable: boolean;
  readonly options: Readonly<Record<string, string>>;
}

/** A class and where its rows are. */
export interface PlannedClass {
  readonly name: string;
  readonly table: TableShape;
  readonly fields: readonly PlannedField[];
  readonly associations: PlannedAssociation[];
  /** Names of fields that are there. */
  readonly taken: Set<string>;
  readonly isJoin: boolean;
  isRoot: boolean;
  /** The classes whose collection it is. */
  readonly owners: string[];
}

export interface PlannedClasses {
  readonly classes: readonly PlannedClass[];
  /** What is left out, and why. */
  readonly leftOut: readonly string[];
}

export interface PlanOptions {
  readonly dialect: Dialect;
  /** Tables that are roots, in place of those that the rule makes so. */
  readonly roots?: readonly string[];
}

/** The classes of tables. What cannot be said with classes is left out, and told. */
export function planClasses(tables: readonly TableShape[], { dialect, roots }: PlanOptions): PlannedClasses {
  const leftOut: string[] = [];
  const names = new Set<string>();
  const classes = tables.flatMap((table): PlannedClass[] => {
    const reason = reasonAgainst(table, tables);
    if (reason !== undefined) {
      leftOut.push(`${table.name}: ${reason}`);
      return [];
    }
    const name = freeName(classNameOf(table.name), names);
    const taken = new Set<string>();
    const fields = table.columns.flatMap((column) => fieldOf(column, table, dialect, taken, leftOut));
    const isRoot = roots ? roots.includes(table.name) : !isOwned(table);
    return [{ name, table, fields, associations: [], taken, isJoin: isJoin(table), isRoot, owners: [] }];
  });
  for (const one of classes) for (const key of one.table.foreignKeys) refer(one, key, classes, leftOut);
  for (const one of classes) if (one.isJoin) join(one, classes);
  return { classes, leftOut };
}

function reasonAgainst(table: TableShape, tables: readonly TableShape[]): string | undefined {
  if (table.isView) return 'a view, of which nobody can tell the key: write a class with @PrimaryKey by hand';
  if (table.primaryKey.length === 0) return 'it has no primary key: add one by a migration';
  if (table.primaryKey.length === 1) return undefined;
  if (!isJoin(table))
    return `its primary key (${table.primaryKey.join(', ')}) has several columns, and it joins no two tables`;
  const missing = table.foreignKeys.find(({ table: other }) => !tables.some(({ name }) => name === other));
  return missing && `it joins ${missing.table}, which is left out`;
}

/** Two foreign keys that are the primary key together. */
function isJoin({ primaryKey, foreignKeys }: TableShape): boolean {
  return (
    primaryKey.length === 2 &&
    primaryKey.every((name) => foreignKeys.some(({ columns }) => columns.length === 1 && columns[0] === name))
  );
}

/** By one foreign key alone that is never null, and lets the row go with the other. */
function isOwned({ columns, foreignKeys, name }: TableShape): boolean {
  const owning = foreignKeys.filter(
    ({ onDelete, columns: [column], table }) =>
      onDelete === 'CASCADE' && table !== name && columns.find((one) => one.name === column)?.isNullable === false,
  );
  return new Set(owning.map(({ table }) => table)).size === 1;
}

function fieldOf(
  column: ColumnShape,
  table: TableShape,
  dialect: Dialect,
  taken: Set<string>,
  leftOut: string[],
): PlannedField[] {
  const place = `${table.name}.${column.name}`;
  const written = writtenTypeOf(column, dialect);
  if (column.isComputed || !written) {
    const needed = !column.isComputed && !column.isNullable && column.default === undefined;
    const reason = column.isComputed ? 'it is made of other columns' : `no field has the type ${column.type}`;
    leftOut.push(`${place}: ${reason}${needed ? '; since it wants a value, nothing can be created' : ''}`);
    return [];
  }
  const isKey = table.primaryKey.includes(column.name);
  const isUnique = table.indexes.some(
    (index) => index.isUnique && !index.isSpecial && index.columns.length === 1 && index.columns[0] === column.name,
  );
  return [{ name: freeName(fieldNameOf(column.name), taken), column, written, isKey, isUnique: isUnique && !isKey }];
}

function refer(one: PlannedClass, key: ForeignKeyShape, classes: readonly PlannedClass[], leftOut: string[]): void {
  const place = `${one.table.name} (${key.columns.join(', ')})`;
  const target = classes.find(({ table }) => table.name.toLowerCase() === key.table.toLowerCase());
  const field = one.fields.find(({ column }) => column.name === key.columns[0]);
  if (key.columns.length > 1) leftOut.push(`${place}: a foreign key of several columns`);
  if (!target) leftOut.push(`${place}: it refers to ${key.table}, which is left out`);
  if (!target || !field || key.columns.length > 1 || target.isJoin) return;
  field.target = target.name;
  if (one.isJoin) return;
  const referred = target.fields.find(({ column }) => column.name === (key.referred[0] ?? target.table.primaryKey[0]));
  if (!referred) return;
  const rules = {
    foreignKey: field.name,
    onDelete: key.onDelete,
    ...(key.onUpdate !== 'CASCADE' && { onUpdate: key.onUpdate }),
  };
  const name = freeName(referenceName(field.name, one, target), one.taken);
  const toOne = referred.isKey ? rules : { ...rules, targetKey: referred.name };
  const toMany = referred.isKey ? rules : { ...rules, sourceKey: referred.name };
  one.associations.push({
    ...{ kind: 'BelongsTo', name, target: target.name, options: toOne },
    isNullable: field.column.isNullable,
  });
  target.associations.push(childrenOf(one, target, field, name, toMany));
  if (!one.isRoot) one.owners.push(target.name);
}

function childrenOf(
  child: PlannedClass,
  parent: PlannedClass,
  field: PlannedField,
  reference: string,
  options: Readonly<Record<string, string>>,
): PlannedAssociation {
  const isOne = field.isUnique || field.isKey;
  const several = child.table.foreignKeys.filter(({ table }) => table === parent.table.name).length > 1;
  const base = child === parent ? 'child' : lowerFirst(child.name);
  const bare = isOne ? base : pluralize(base);
  const name = freeName(several ? `${bare}By${upperFirst(reference)}` : bare, parent.taken);
  return { kind: isOne ? 'HasOne' : 'HasMany', name, target: child.name, isNullable: true, options };
}

/** The class that is referred to; where several lead there, `buyerId` leads to `buyer`. */
function referenceName(field: string, one: PlannedClass, target: PlannedClass): string {
  const { taken, table } = one;
  const isAlone = table.foreignKeys.filter((key) => key.table === target.table.name).length === 1;
  const bare = field.replace(/(?:Id|No|Nr|Cd|Code|Key|Fk)$/, '');
  const isFree = bare !== field && bare !== '' && !taken.has(bare);
  if (isFree && (!isAlone || one === target)) return bare;
  const name = lowerFirst(target.name);
  return taken.has(name) ? `${name}Ref` : name;
}

/** From both sides. */
function join(one: PlannedClass, classes: readonly PlannedClass[]): void {
  const [first, second] = one.table.primaryKey.map((name) => one.fields.find(({ column }) => column.name === name));
  if (!first?.target || !second?.target) return;
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const owner = classes.find(({ name }) => name === own.target)!;
    owner.associations.push({
      kind: 'BelongsToMany',
      name: freeName(pluralize(lowerFirst(other.target!)), owner.taken),
      target: other.target!,
      through: one.name,
      isNullable: true,
      options: { foreignKey: own.name, otherKey: other.name },
    });
  }
}
