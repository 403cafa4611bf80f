import { lowerFirst, pluralize, upperFirst } from '../../naming';
import type { ColumnShape, Dialect, ForeignKeyShape, TableShape } from '../../persistence';
import { type FieldCode, fieldCodeOf } from './field-of-column';
import { deleteRuleOf, type ForeignKeyRules, updateRuleOf } from './foreign-key-rules';
import { classNameOf, fieldNameOf, freeName, memberNameOf, rowNameOf } from './table-names';

/** A field that is a column. */
export interface PlannedField {
  readonly name: string;
  readonly column: ColumnShape;
  readonly code: FieldCode;
  readonly isKey: boolean;
  readonly isUnique: boolean;
  /** The class that its foreign key refers to. */
  target?: string;
  /** The rules of its foreign key, where its associations cannot have them. */
  rules?: ForeignKeyRules;
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

/** A class to generate, and its table. */
export interface PlannedClass {
  readonly name: string;
  /** The name that associations and paths are made of; it differs from that of the class if that one was taken. */
  readonly rowName: string;
  readonly table: TableShape;
  readonly fields: readonly PlannedField[];
  readonly associations: PlannedAssociation[];
  /** The names of its members. */
  readonly taken: Set<string>;
  readonly isJoin: boolean;
  isRoot: boolean;
  /** The classes that have a collection of it. */
  readonly owners: string[];
}

export interface PlannedClasses {
  readonly classes: readonly PlannedClass[];
  /** The omitted tables and columns, each with the reason. */
  readonly leftOut: readonly string[];
}

export interface PlanOptions {
  readonly dialect: Dialect;
  /** The tables of aggregate roots; by default, those that no other table owns. */
  readonly roots?: readonly string[];
}

/** Plans the classes of tables. Tables and columns that no class can represent are left out, with a reason. */
export function planClasses(tables: readonly TableShape[], { dialect, roots }: PlanOptions): PlannedClasses {
  const leftOut: string[] = [];
  const rowNames = new Set<string>();
  const classNames = new Set<string>();
  const classes = tables.flatMap((table): PlannedClass[] => {
    const reason = reasonAgainst(table, tables, dialect);
    if (reason !== undefined) {
      leftOut.push(`${table.name}: ${reason}`);
      return [];
    }
    const rowName = freeName(rowNameOf(table.name), rowNames);
    const name = freeName(classNameOf(rowName), classNames);
    const taken = new Set<string>();
    const fields = table.columns.flatMap((column) => fieldOf(column, table, dialect, taken, leftOut));
    const isRoot = roots ? roots.includes(table.name) : !isOwned(table);
    return [{ name, rowName, table, fields, associations: [], taken, isJoin: isJoin(table), isRoot, owners: [] }];
  });
  for (const planned of classes) {
    for (const key of planned.table.foreignKeys) addReference(planned, key, classes, leftOut);
  }
  for (const planned of classes) if (planned.isJoin) addManyToMany(planned, classes);
  return { classes, leftOut };
}

function reasonAgainst(table: TableShape, tables: readonly TableShape[], dialect: Dialect): string | undefined {
  if (table.isView) return 'it is a view, whose key is unknown: write its class by hand, with @PrimaryKey';
  if (table.primaryKey.length === 0) return 'it has no primary key: add one with a migration';
  const key = table.columns.find((column) => table.primaryKey.includes(column.name) && !fieldCodeOf(column, dialect));
  if (key) return `its primary key ${key.name} has the type ${key.type}, which is not supported`;
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

/** Whether exactly one other table owns the rows: by a foreign key that is not null and cascades deletes. */
function isOwned({ columns, foreignKeys, name }: TableShape): boolean {
  const owning = foreignKeys.filter(
    ({ onDelete, columns: [column], table }) =>
      onDelete === 'CASCADE' &&
      table !== name &&
      columns.find(({ name: other }) => other === column)?.isNullable === false,
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
  const code = fieldCodeOf(column, dialect);
  if (column.isComputed || !code) {
    const needed = !column.isComputed && !column.isNullable && column.default === undefined;
    const reason = column.isComputed ? 'it is computed from other columns' : `its type ${column.type} is not supported`;
    leftOut.push(`${place}: ${reason}${needed ? '; no row can be created, because it requires a value' : ''}`);
    return [];
  }
  const isKey = table.primaryKey.includes(column.name);
  const isUnique = table.indexes.some(
    (index) => index.isUnique && !index.isSpecial && index.columns.length === 1 && index.columns[0] === column.name,
  );
  return [{ name: freeName(fieldNameOf(column.name), taken), column, code, isKey, isUnique: isUnique && !isKey }];
}

function addReference(
  planned: PlannedClass,
  key: ForeignKeyShape,
  classes: readonly PlannedClass[],
  leftOut: string[],
): void {
  const place = `${planned.table.name} (${key.columns.join(', ')})`;
  const target = classes.find(({ table }) => table.name.toLowerCase() === key.table.toLowerCase());
  const field = planned.fields.find(({ column }) => column.name === key.columns[0]);
  if (key.columns.length > 1) leftOut.push(`${place}: a foreign key with several columns`);
  if (!target) leftOut.push(`${place}: it refers to ${key.table}, which is left out`);
  if (!target || !field || key.columns.length > 1 || target.isJoin) return;
  field.target = target.name;
  if (planned.isJoin) return;
  const referredName = (key.referred[0] ?? target.table.primaryKey[0])?.toLowerCase();
  const referred = target.fields.find(({ column }) => column.name.toLowerCase() === referredName);
  if (!referred) return;
  const rules = { foreignKey: field.name, onDelete: deleteRuleOf(key, field), ...updateRuleOf(key) };
  const name = freeName(referenceName(field.name, planned, target), planned.taken);
  const toOne = referred.isKey ? rules : { ...rules, targetKey: referred.name };
  const toMany = referred.isKey ? rules : { ...rules, sourceKey: referred.name };
  planned.associations.push({
    ...{ kind: 'BelongsTo', name, target: target.name, options: toOne },
    isNullable: field.column.isNullable,
  });
  target.associations.push(childrenOf(planned, target, field, name, toMany));
  if (!planned.isRoot) planned.owners.push(target.name);
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
  const base = child === parent ? 'child' : lowerFirst(child.rowName);
  const bare = memberNameOf(isOne ? base : pluralize(base));
  const name = freeName(several ? `${bare}By${upperFirst(reference)}` : bare, parent.taken);
  return { kind: isOne ? 'HasOne' : 'HasMany', name, target: child.name, isNullable: true, options };
}

/** The name of a to-one association: the class, or `buyer` for `buyerId` when several foreign keys refer to the class. */
function referenceName(field: string, planned: PlannedClass, target: PlannedClass): string {
  const { taken, table } = planned;
  const isAlone = table.foreignKeys.filter((key) => key.table === target.table.name).length === 1;
  const bare = field.replace(/(?:Id|No|Nr|Cd|Code|Key|Fk)$/, '');
  const isFree = bare !== field && bare !== '' && !taken.has(bare);
  if (isFree && (!isAlone || planned === target)) return bare;
  const name = memberNameOf(lowerFirst(target.rowName));
  return taken.has(name) ? `${name}Ref` : name;
}

/** Adds the many-to-many associations of a join table to both classes. */
function addManyToMany(planned: PlannedClass, classes: readonly PlannedClass[]): void {
  const [first, second] = planned.table.primaryKey.map((name) =>
    planned.fields.find(({ column }) => column.name === name),
  );
  if (!first?.target || !second?.target) return;
  const rules = rulesOfLinks(planned, first, second);
  for (const [own, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const owner = classes.find(({ name }) => name === own.target)!;
    const target = classes.find(({ name }) => name === other.target)!;
    owner.associations.push({
      kind: 'BelongsToMany',
      name: freeName(memberNameOf(pluralize(lowerFirst(target.rowName))), owner.taken),
      target: target.name,
      through: planned.name,
      isNullable: true,
      options: { foreignKey: own.name, otherKey: other.name, ...rules },
    });
  }
}

/** The rules of both foreign keys, which an association has for both; if they differ, the columns have them. */
function rulesOfLinks({ table }: PlannedClass, first: PlannedField, second: PlannedField): ForeignKeyRules {
  const rulesOf = (field: PlannedField): ForeignKeyRules => {
    const key = table.foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === field.column.name)!;
    const onDelete = deleteRuleOf(key, field);
    return { ...(onDelete !== 'CASCADE' && { onDelete }), ...updateRuleOf(key) };
  };
  const [rules, others] = [rulesOf(first), rulesOf(second)];
  if (rules.onDelete === others.onDelete && rules.onUpdate === others.onUpdate) return rules;
  first.rules = rules;
  second.rules = others;
  return {};
}
