import type { Sequelize } from 'sequelize-typescript';
import { dialectOf } from '../../dialects/dialect-of';
import { type Select, selectOf } from '../../tables/rows';
import type { TableShape } from '../../tables/table-shape';

/** All tables and views of a database, without those of the database itself or of full-text indexes. */
export function storedShapes(
  sequelize: Sequelize,
  select: Select = selectOf(sequelize),
): Promise<readonly TableShape[]> {
  return dialectOf(sequelize).schema.shapes(select);
}
