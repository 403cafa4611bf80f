import type { ForeignKeyShape, TableShape } from '../../persistence';

/** Whether a table is a root, and why. */
export interface Role {
  readonly isRoot: boolean;
  readonly reason?: string;
  /** The table that owns the rows of a child. */
  readonly owner?: string;
}

/** The rule of {@link rolesOf} without given roots, for the output of the command. */
export const ROOT_RULE =
  'A table is a child if it has exactly one NOT NULL foreign key with ON DELETE CASCADE, or if its primary key begins with the key of its parent. All others are roots. Use --roots to choose the roots.';

interface Owner {
  readonly table: string;
  readonly reason: string;
}

/**
 * Whether each table is a root or a child, by its name.
 *
 * @param tables those of classes, without join tables
 * @param roots  the tables that are roots, instead of those without an owner
 */
export function rolesOf(tables: readonly TableShape[], roots?: readonly string[]): ReadonlyMap<string, Role> {
  if (roots) return new Map(tables.map(({ name }) => [name, givenRole(roots.includes(name))]));
  const owners = new Map(
    tables.flatMap((table) => ownerOf(table, tables).map((owner) => [table.name, owner] as const)),
  );
  return new Map(tables.map((table) => [table.name, roleOf(table, owners)]));
}

function givenRole(isRoot: boolean): Role {
  return { isRoot, ...(isRoot && { reason: '--roots names it' }) };
}

function roleOf(table: TableShape, owners: ReadonlyMap<string, Owner>): Role {
  const owner = owners.get(table.name);
  if (!owner) {
    const owning = owningKeys(table).map(({ columns }) => columns.join(', '));
    return { isRoot: true, ...(owning.length > 1 && { reason: `${owning.join(' and ')} are ON DELETE CASCADE` }) };
  }
  if (isOwnedByItself(table.name, owners)) return { isRoot: true, reason: 'its owners own each other' };
  return { isRoot: false, reason: owner.reason, owner: owner.table };
}

function isOwnedByItself(name: string, owners: ReadonlyMap<string, Owner>): boolean {
  const passed = new Set<string>();
  for (let at = owners.get(name)?.table; at !== undefined && !passed.has(at); at = owners.get(at)?.table) {
    if (at === name) return true;
    passed.add(at);
  }
  return false;
}

/** The only table that deletes the rows with its own, or whose key begins theirs; none for a root. */
function ownerOf(table: TableShape, tables: readonly TableShape[]): Owner[] {
  const owning = owningKeys(table);
  if (owning.length === 1) {
    const owner = find(tables, owning[0]!.table);
    const reason = `${owning[0]!.columns.join(', ')} is NOT NULL with ON DELETE CASCADE`;
    return owner ? [{ table: owner.name, reason }] : [];
  }
  const first = table.primaryKey[0];
  return table.foreignKeys.flatMap((key) => {
    const owner = find(tables, key.table);
    if (!owner || owner === table || key.columns.join() !== first || !isKeyOf(owner, key)) return [];
    return [{ table: owner.name, reason: `its primary key begins with ${first}, the key of ${owner.name}` }];
  });
}

/** The foreign keys that are not null and cascade deletes. */
function owningKeys({ columns, foreignKeys, name }: TableShape): readonly ForeignKeyShape[] {
  const isNullable = (column: string) => columns.find((one) => one.name === column)?.isNullable !== false;
  return foreignKeys.filter(
    (key) => key.onDelete === 'CASCADE' && !sameName(key.table, name) && !key.columns.some(isNullable),
  );
}

function isKeyOf({ primaryKey }: TableShape, { referred }: ForeignKeyShape): boolean {
  return referred.length === 0 || referred.join().toLowerCase() === primaryKey.join().toLowerCase();
}

function find(tables: readonly TableShape[], name: string): TableShape | undefined {
  return tables.find((table) => sameName(table.name, name));
}

/** On SQLite and some servers names of tables are case-insensitive. */
function sameName(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase();
}
