import type { EntityMetadata } from '../../metadata';
import { codecOf } from '../../values';
import type { DriverRow } from '../dialects/dialect';
import { codeOnReads } from './code-run-on-reads';
import { getterInstance } from './getter-instance';
import { type SelectedColumn, SelectedRow } from './row';

/** A row of a class with getters of columns, which run on an instance that is built from the row when one is called. */
class GetterRow extends SelectedRow {
  constructor(
    private readonly entity: EntityMetadata,
    private readonly getters: ReadonlySet<string>,
    columns: ReadonlyMap<string, SelectedColumn>,
    values: DriverRow,
  ) {
    super(columns, values);
  }

  override get(name: string): unknown {
    return this.getters.has(name) ? getterInstance(this.entity, this).get(name) : super.get(name);
  }

  override json(name: string): unknown {
    if (!this.getters.has(name)) return super.json(name);
    const value = this.get(name) ?? null;
    return value === null ? null : codecOf(this.entity.fields.get(name)!.type).write(value);
  }
}

/** Makes the rows of a statement. */
export function rowMaker(
  entity: EntityMetadata,
  columns: ReadonlyMap<string, SelectedColumn>,
): (values: DriverRow) => SelectedRow {
  const getters = new Set([...codeOnReads(entity).getters].filter((name) => columns.has(name)));
  if (getters.size === 0) return (values) => new SelectedRow(columns, values);
  return (values) => new GetterRow(entity, getters, columns, values);
}
