import { Utils } from 'sequelize';
import { InvalidEntityError, withoutIndex } from '../../values';
import { columnOf, type FieldValues } from '../models/domain-model';
import { treesOf } from '../models/trees';
import { selectColumns } from './select-columns';
import { changedRow, isMoved, type TreeRow, treeViolations } from './verify-trees';
import type { TreeClass, WatchedTable } from './watched-tables';
import { updatesExisting, type Write } from './write';

/**
 * Rejects a write of domain code by which a row would become its own ancestor. The values of expressions are not known.
 *
 * @throws InvalidEntityError
 */
export async function verifyWrittenTrees({ model, tree }: WatchedTable, write: Write): Promise<void> {
  if (!tree) return;
  const rows = await treeRowsOf(model, tree, write);
  if (!rows.some((row) => isMoved(tree.entity, tree.entities, row))) return;
  const violations = await treeViolations(tree.entity, tree.entities, rows);
  if (violations.length > 0) throw new InvalidEntityError(withoutIndex(violations));
}

async function treeRowsOf(model: WatchedTable['model'], tree: TreeClass, write: Write): Promise<TreeRow[]> {
  const { kind, instance, rows = [], values, where } = write;
  const fields = [...new Set(treesOf(tree.entity, tree.entities).flatMap(fieldsOfTree))];
  const named = (row: FieldValues): FieldValues =>
    Object.fromEntries(fields.map((field) => [field, known(row[columnOf(model, field)])]));
  if (instance) {
    if (kind !== 'insert' && kind !== 'update') return [];
    const { before, values: changed } = changedRow(instance);
    return kind === 'insert' ? [{ values: changed }] : [{ before, values: changed }];
  }
  if (kind !== 'bulkUpdate') {
    const written = rows.map(named);
    return written.map((row) =>
      updatesExisting(write) ? { before: keysOf(tree, row), values: row } : { values: row },
    );
  }
  const changed = named(values ?? {});
  if (Object.values(changed).every((value) => (value ?? null) === null)) return [];
  const columns = fields.map((field) => columnOf(model, field));
  const stored = await selectColumns(model, columns, where ?? {}, { isLocking: true });
  return stored.map((row) => ({ before: named(row), values: changed }));
}

function fieldsOfTree({ field, targetField, scopes }: ReturnType<typeof treesOf>[number]): string[] {
  return [field, targetField, ...scopes.flatMap(Object.keys)];
}

/** The keys of a row that may exist; its parent is not known. */
function keysOf({ entity, entities }: TreeClass, row: FieldValues): FieldValues {
  return Object.fromEntries(treesOf(entity, entities).map(({ targetField }) => [targetField, row[targetField]]));
}

function known(value: unknown): unknown {
  return value instanceof Utils.SequelizeMethod ? undefined : value;
}
