import type { Sequelize } from 'sequelize';
import { ownValue } from '../../foundation';
import { dialectOf } from '../dialects/dialect-of';
import { columnsByName } from '../sequelize/model-class';
import { replaceQueryClass } from '../sequelize/queries';
import { replaceFindField } from '../sequelize/query-generator';
import { queryInterfaceOf } from '../sequelize/query-interface';

interface Index {
  readonly name: string;
}

interface IndexRow {
  readonly Key_name: string;
}

/** The class of a dialect that reads results. */
type Query = new (...args: never[]) => { handleShowIndexesQuery(rows: readonly IndexRow[]): readonly Index[] };

/**
 * Makes Sequelize find columns and indexes by names that every object has, such as `constructor` and `valueOf`: it looks
 * names up in plain objects.
 */
export function findObjectNames(sequelize: Sequelize): void {
  const { queryGenerator } = queryInterfaceOf(sequelize);
  const aliases = queryGenerator.OperatorsAliasMap;
  if (aliases) queryGenerator.OperatorsAliasMap = Object.assign(Object.create(null), aliases);
  replaceFindField(queryGenerator, (find) => (key, options) => {
    if (typeof key !== 'string' || !(key in Object.prototype)) return find(key, options);
    return options.field ?? (options.model && ownValue(columnsByName(options.model), key));
  });
  if (dialectOf(sequelize).schema.indexesForeignKeys) findIndexNames(sequelize);
}

/** No index has a name that begins like this. */
const MARK = '\0';

/** MariaDB and MySQL name the index of a foreign key like its column. */
function findIndexNames(sequelize: Sequelize): void {
  replaceQueryClass<Query>(
    sequelize,
    (Base) =>
      class extends Base {
        override handleShowIndexesQuery(rows: readonly IndexRow[]): readonly Index[] {
          const marked = rows.map((row) => ({ ...row, Key_name: markedName(row.Key_name) }));
          return super.handleShowIndexesQuery(marked).map(unmarked);
        }
      },
  );
}

function unmarked(index: Index): Index {
  return { ...index, name: index.name.replace(MARK, '') };
}

function markedName(name: string): string {
  return name in Object.prototype ? MARK + name : name;
}
