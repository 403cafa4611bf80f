import type { EntityMetadata } from '../../metadata';
import type { Dialect } from '../dialects/dialect';
import { type DomainModel, modelOf, storedName } from '../models/domain-model';
import { sameName, type TableShape } from '../tables/table-shape';
import type { SchemaComparison } from './compare-schema';

/** A searchable column that has no full-text index and is not the first column of any other index. */
export interface UnindexedColumn {
  readonly model: string;
  readonly field: string;
  readonly table: string;
  readonly column: string;
  /** The statements that create and drop an index; undefined for a long text, whose index needs a length. */
  readonly index?: { readonly up: string; readonly down: string };
}

const LONG = /^(tiny|medium|long)?(text|blob)|^json/i;

/** The columns of `@Searchable` fields without an index, neither in the database nor declared in the model. */
export function unindexedColumns(
  entities: readonly EntityMetadata[],
  { wanted, stored }: SchemaComparison,
  dialect: Dialect,
): readonly UnindexedColumn[] {
  return entities.flatMap((entity) => {
    const table = storedName(modelOf(entity.type) as DomainModel);
    const [own, there] = [wanted, stored].map((shapes) => shapes.find(({ name }) => sameName(name, table)));
    if (!own || !there || there.isView) return [];
    return own.columns.flatMap(({ name, field, type }) => {
      const declared = field === undefined ? undefined : entity.fields.get(field);
      if (!declared?.searchable || declared.searchable.fullText) return [];
      if (isIndexed(there, name) || isIndexed(own, name)) return [];
      const place = { model: entity.name, field: declared.name, table, column: name };
      // SQLite stores the values of an ENUM as TEXT, which it can index.
      const isLong = LONG.test(type) && declared.type.kind !== 'enum';
      return [isLong ? place : { ...place, index: indexOn(table, name, dialect) }];
    });
  });
}

function isIndexed({ primaryKey, indexes }: TableShape, column: string): boolean {
  const begins = ([first]: readonly string[]) => first !== undefined && sameName(first, column);
  return begins(primaryKey) || indexes.some(({ columns }) => begins(columns));
}

function indexOn(table: string, column: string, { schema }: Dialect): { readonly up: string; readonly down: string } {
  const [name, owner] = [`\`${table}_${column}\``, `\`${table}\``];
  return { up: `CREATE INDEX ${name} ON ${owner} (\`${column}\`)`, down: schema.dropIndex(name, owner) };
}
