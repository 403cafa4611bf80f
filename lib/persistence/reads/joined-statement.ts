import type { literal, ProjectionAlias, WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import type { QueryParameters } from './query-parameters';
import { type SelectedColumn, SelectedRow } from './row';
import { attributesOf, columnsOf } from './row-statement';
import { selectSql } from './select-sql';
import { SqlTemplate } from './sql-template';

/** One of the two classes of the statement. */
export interface JoinedSide {
  readonly entity: EntityMetadata;
  /** Of the fields that are selected, among them the one by which it is joined. */
  readonly names: readonly string[];
  readonly where: WhereOptions;
  /** The field by which it is joined. */
  readonly by: string;
  readonly rootVersion?: ReturnType<typeof literal>;
}

/** A row with those that it holds. */
export interface RowWithChildren {
  readonly row: SelectedRow;
  readonly children: readonly SelectedRow[];
}

/**
 * One row of a class with its children in the order of their primary keys: two SELECTs of Sequelize's own generator,
 * joined, since a second way to the database costs more than the columns that come again with each child.
 */
export class JoinedStatement {
  readonly #sequelize: DomainSequelize;
  readonly #template: SqlTemplate;
  readonly #columns: { readonly parent: Columns; readonly child: Columns };
  readonly #childKey: string;

  constructor(parent: JoinedSide, child: JoinedSide, asked: QueryParameters) {
    this.#sequelize = modelOf(parent.entity.type).sequelize as DomainSequelize;
    this.#template = new SqlTemplate(this.#sqlOf(parent, child), asked.placeholders);
    const isSqlite = this.#sequelize.getDialect() === 'sqlite';
    this.#childKey = child.entity.primaryKey.name;
    this.#columns = {
      parent: columnsOf(parent.entity, parent.names, (index) => (isSqlite ? `p${index}` : index)),
      child: columnsOf(child.entity, child.names, (index) => (isSqlite ? `c${index}` : parent.names.length + index)),
    };
  }

  /** @returns undefined where there is no such row */
  read(values: readonly unknown[], isSought: (row: SelectedRow) => boolean): Promise<RowWithChildren | undefined> {
    const { parent, child } = this.#columns;
    return this.#sequelize.selectRows(this.#template.fill(values), (rows) => {
      const sought = rows.filter((row) => isSought(new SelectedRow(parent, row)));
      if (sought.length === 0) return undefined;
      const children = sought.map((row) => new SelectedRow(child, row));
      // Without children there is one row all the same, with nothing in their place.
      const hasChildren = children[0]!.get(this.#childKey) !== null;
      return { row: new SelectedRow(parent, sought[0]!), children: hasChildren ? children : [] };
    });
  }

  #sqlOf(parent: JoinedSide, child: JoinedSide): string {
    const quote = (name: string) => this.#sequelize.getQueryInterface().quoteIdentifier(name);
    const column = (side: string, { names }: JoinedSide, name: string) =>
      `${quote(side)}.${quote(side + names.indexOf(name))}`;
    const on = `${column('c', child, child.by)} = ${column('p', parent, parent.by)}`;
    const order = column('c', child, child.entity.primaryKey.name);
    const [parents, children] = [sideSql(parent, 'p'), sideSql(child, 'c')];
    return `SELECT * FROM (${parents}) AS ${quote('p')} LEFT JOIN (${children}) AS ${quote('c')} ON ${on} ORDER BY ${order}`;
  }
}

type Columns = ReadonlyMap<string, SelectedColumn>;

/** Each column under a name that the other side has not. */
function sideSql({ entity, names, where, rootVersion }: JoinedSide, side: string): string {
  const model = modelOf(entity.type);
  const attributes = attributesOf(model, names, rootVersion).map((attribute, index): ProjectionAlias => {
    const expression = typeof attribute === 'string' ? model.getAttributes()[attribute]!.field! : attribute[0];
    return [expression, `${side}${index}`];
  });
  return selectSql(model, { attributes, where });
}
