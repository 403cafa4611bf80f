import type { FindAttributeOptions, FindOptions } from 'sequelize';
import type { EntityMetadata } from '../../metadata';
import { inDefaultScope, withoutDefaultScope } from '../models/default-scope';
import { type Entity, modelOf } from '../models/domain-model';
import { findOptionsFor } from './deleted-rows';
import { orderBy } from './keyset';
import { LinkedRow } from './linked-row';
import { linkInclude } from './links';
import { isStateName } from './root-version';
import type { Row } from './row';
import { COUNT, type ReadStatement, type RowQuery } from './row-query';

/**
 * Rows that Sequelize finds, since the class has hooks of finds, or overrides of the static methods that find: they may
 * change the options of the find. All fields are read, whichever the query names.
 */
export class FoundRows implements ReadStatement {
  /** @param query without placeholders */
  constructor(
    private readonly entity: EntityMetadata,
    private readonly query: RowQuery,
  ) {}

  async read<T>(_values: readonly unknown[], arrange: (rows: Row[]) => T): Promise<T> {
    return arrange(this.query.names[0] === COUNT ? [await this.#count()] : await this.#find());
  }

  async #find(): Promise<Row[]> {
    const { order = [], limit, offset, lock, links, ignoresDefaultScope } = this.query;
    const model = modelOf(this.entity.type);
    const include = links && { include: [linkInclude(links)], subQuery: false };
    const bounds = { limit, offset } as Pick<FindOptions, 'limit' | 'offset'>;
    const found = await (ignoresDefaultScope ? withoutDefaultScope(model) : model).findAll({
      ...this.#criteria(),
      attributes: this.#attributes(),
      order: orderBy(this.entity, order),
      ...bounds,
      ...(lock && { lock }),
      ...include,
    });
    return links ? found.map((row) => new LinkedRow(row, row.get(links.association.links.as) as Entity, links)) : found;
  }

  async #count(): Promise<Row> {
    const { links } = this.query;
    const include = links && { include: [{ ...linkInclude(links), attributes: [] }] };
    const count = await modelOf(this.entity.type).count({ ...this.#criteria(), ...include });
    return { get: () => count };
  }

  #criteria() {
    const { where, deleted, ignoresDefaultScope } = this.query;
    const model = modelOf(this.entity.type);
    return findOptionsFor(model, ignoresDefaultScope ? where : inDefaultScope(model, where), deleted);
  }

  /** All, with the state of the aggregate if it is requested. */
  #attributes(): FindAttributeOptions | undefined {
    const { names, state } = this.query;
    const name = names.find(isStateName);
    return name === undefined ? undefined : { include: [[state!(({ links }) => links.as), name]] };
  }
}
