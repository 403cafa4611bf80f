import {
  type Difference,
  EXAMINED_ROWS,
  type InvalidDates,
  invalidDates,
  placeOf,
  type UnindexedColumn,
  unindexedColumns,
} from '../../persistence';
import type { Application } from '../../rest';
import { inAuthorsWords } from './author-words';
import type { Finding } from './finding';
import { LeftOut } from './left-out';

/** The findings of a database, and the statements that create its missing indexes. */
export interface DatabaseFindings {
  readonly findings: readonly Finding[];
  readonly indexes: { readonly up: readonly string[]; readonly down: readonly string[] };
}

/** Compares the models of an application with its database, without changing it. */
export function checkDatabase(application: Application): Promise<DatabaseFindings> {
  return application.examine(async ({ dataSource, registry }) => {
    const comparison = await dataSource.compareSchema(registry.entities);
    const unindexed = unindexedColumns(registry.entities, comparison, dataSource.url.dialect);
    const { 'hbm2ddl.auto': mode } = application.configuration.db.providerProperties;
    const isUpdated = mode === 'update' || String(mode).startsWith('create');
    const leftOut = new LeftOut(comparison.stored, dataSource.url.dialect);
    const differences = comparison.differences
      .filter((one) => !leftOut.isExpected(one))
      .map((one) => (isUpdated && one.isAdded ? addedAtStart(one) : ofDifference(one, leftOut.remedyOf(one))));
    const dates = await invalidDates(registry.entities, comparison);
    const found = [...differences, ...unindexed.map(ofColumn), ...dates.map(ofDates)];
    const classes = new Map(registry.entities.map((entity) => [entity.name, entity]));
    const findings = found.map((finding) => inAuthorsWords(classes.get(classIn(finding)), finding));
    const { up, down } = await dataSource.migrationFromModels(registry.entities, { indexesOnly: true });
    const created = unindexed.flatMap(({ index }) => index ?? []);
    const indexes = {
      up: [...up, ...created.map((index) => index.up)],
      down: [...created.map((index) => index.down).reverse(), ...down],
    };
    return { findings, indexes };
  });
}

/** `Order`, of `Order.code (orders.code)`. */
function classIn({ place }: Finding): string {
  return place.split(/[ .]/, 1)[0]!;
}

function ofDifference(difference: Difference, remedy: string): Finding {
  const { code, severity, expected, found } = difference;
  const problem = `The model has ${expected}, the database has ${found}.`;
  return { code, level: severity, place: placeOf(difference), problem, remedy };
}

/** With `hbm2ddl.auto: update`, what the next start adds is only a note. */
function addedAtStart(difference: Difference): Finding {
  return { ...ofDifference(difference, 'The next start adds it, because of "hbm2ddl.auto".'), level: 'note' };
}

function ofColumn({ model, field, table, column, index }: UnindexedColumn): Finding {
  return {
    code: 'COLUMN_UNINDEXED',
    level: 'warning',
    place: `${model}.${field} (${table}.${column})`,
    problem: 'The field is searched and its column has no index: a search reads the whole table.',
    remedy: index
      ? 'Mark the field @Index, or run koaggregate doctor --fix.'
      : 'Give the column a length (DataType.STRING) and mark the field @Index, or search it by @Searchable({ fullText: true }).',
  };
}

function ofDates({ model, field, table, column, isNullable, example }: InvalidDates): Finding {
  return {
    code: 'DATE_INVALID',
    level: 'warning',
    place: `${model}.${field} (${table}.${column})`,
    problem: `The first ${EXAMINED_ROWS.toLocaleString('en')} rows of the table have dates that no calendar has, such as "${example}". They read as null.`,
    remedy: isNullable
      ? 'Set them to NULL by a migration.'
      : 'By a migration, allow NULL and set them to NULL, or set them to dates.',
  };
}
