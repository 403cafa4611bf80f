import type { Sequelize } from 'sequelize';
import { ownValue } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import type { DomainModel } from '../models/domain-model';

interface Index {
  readonly name: string;
}

interface IndexRow {
  readonly Key_name: string;
}

type Columns = Readonly<Record<string, object>>;

/** The members of Sequelize's query generator that look names up in plain objects. */
interface Generator {
  OperatorsAliasMap: object | false;
  _findField(key: unknown, options: FieldOptions): object | undefined;
}

interface FieldOptions {
  readonly model?: DomainModel & { readonly fieldRawAttributesMap: Columns };
  readonly field?: object;
}

/** The class of a dialect that reads results. */
type Query = new (...args: never[]) => { handleShowIndexesQuery(rows: readonly IndexRow[]): readonly Index[] };

/**
 * Makes Sequelize find columns and indexes by names that every object has, such as `constructor` and `valueOf`: it looks
 * names up in plain objects.
 */
export function findObjectNames(sequelize: Sequelize): void {
  const { queryGenerator } = sequelize.getQueryInterface() as unknown as { readonly queryGenerator: Generator };
  const aliases = queryGenerator.OperatorsAliasMap;
  if (aliases) queryGenerator.OperatorsAliasMap = Object.assign(Object.create(null), aliases);
  const findField = queryGenerator._findField.bind(queryGenerator);
  queryGenerator._findField = (key, options) => {
    if (typeof key !== 'string' || !(key in Object.prototype)) return findField(key, options);
    return options.field ?? (options.model && ownValue(options.model.fieldRawAttributesMap, key));
  };
  if (dialectOf(sequelize).schema.indexesForeignKeys) findIndexNames(sequelize);
}

/** No index has a name that begins like this. */
const MARK = '\0';

/** MariaDB and MySQL name the index of a foreign key like its column. */
function findIndexNames(sequelize: Sequelize): void {
  const { dialect } = sequelize as unknown as { readonly dialect: { Query: Query } };
  dialect.Query = class extends dialect.Query {
    override handleShowIndexesQuery(rows: readonly IndexRow[]): readonly Index[] {
      const marked = rows.map((row) => ({ ...row, Key_name: markedName(row.Key_name) }));
      return super.handleShowIndexesQuery(marked).map((index) => ({ ...index, name: index.name.replace(MARK, '') }));
    }
  };
}

function markedName(name: string): string {
  return name in Object.prototype ? MARK + name : name;
}
