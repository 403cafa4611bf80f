import type { literal, ProjectionAlias, WhereOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { modelOf } from '../models/domain-model';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { rowMaker } from './getter-row';
import type { QueryParameters } from './query-parameters';
import type { SelectedRow } from './row';
import { attributesOf, columnsOf } from './row-statement';
import { selectSql } from './select-sql';
import { SqlTemplate } from './sql-template';

/** One side of the join. */
export interface JoinedSide {
  readonly entity: EntityMetadata;
  /** The fields to select, including the join field. */
  readonly names: readonly string[];
  readonly where: WhereOptions;
  /** The join field. */
  readonly by: string;
  readonly state?: ReturnType<typeof literal>;
}

/** A row with its children. */
export interface RowWithChildren {
  readonly row: SelectedRow;
  readonly children: readonly SelectedRow[];
}

/**
 * Reads one row with its children, in the order of their primary keys: two SELECTs of Sequelize's generator, joined,
 * since a second round trip costs more than repeating the columns of the parent.
 */
export class JoinedStatement {
  readonly #sequelize: DomainSequelize;
  readonly #template: SqlTemplate;
  readonly #makeParent: RowMaker;
  readonly #makeChild: RowMaker;
  readonly #childKey: string;

  constructor(parent: JoinedSide, child: JoinedSide, parameters: QueryParameters) {
    this.#sequelize = modelOf(parent.entity.type).sequelize as DomainSequelize;
    this.#template = new SqlTemplate(this.#sqlOf(parent, child), parameters.placeholders);
    const { keyAt } = this.#sequelize.sqlDialect.driver;
    this.#childKey = child.entity.primaryKey.name;
    this.#makeParent = makerOf(parent, (index) => keyAt(index, `p${index}`));
    this.#makeChild = makerOf(child, (index) => keyAt(parent.names.length + index, `c${index}`));
  }

  /** @returns undefined when no row matches */
  read(values: readonly unknown[], isWanted: (row: SelectedRow) => boolean): Promise<RowWithChildren | undefined> {
    return this.#sequelize.selectRows(this.#template.fill(values), (rows) => {
      const wanted = rows.filter((row) => isWanted(this.#makeParent(row)));
      if (wanted.length === 0) return undefined;
      const children = wanted.map(this.#makeChild);
      // The LEFT JOIN of a row without children has one row of nulls.
      const hasChildren = children[0]!.stored(this.#childKey) !== null;
      return { row: this.#makeParent(wanted[0]!), children: hasChildren ? children : [] };
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

type RowMaker = ReturnType<typeof rowMaker>;

function makerOf({ entity, names }: JoinedSide, at: (index: number) => number | string): RowMaker {
  return rowMaker(entity, columnsOf(entity, names, at));
}

/** Column aliases are prefixed, so that both sides differ. */
function sideSql({ entity, names, where, state }: JoinedSide, side: string): string {
  const model = modelOf(entity.type);
  const attributes = attributesOf(model, names, { state }).map((attribute, index): ProjectionAlias => {
    const expression = typeof attribute === 'string' ? model.getAttributes()[attribute]!.field! : attribute[0];
    return [expression, `${side}${index}`];
  });
  return selectSql(model, { attributes, where });
}
