import { stringLiteral } from '../templates/string-literal';
import type { PlannedClass, PlannedField } from './planned-class';
import { wordsOf } from './table-names';

/** The names of the version, the surest first: beside `lock_version`, a `version` may be that of a document. */
const VERSION_NAMES = ['lock_version', 'version'];
/** The names by which other frameworks count the writes of a row. */
const POSSIBLE_VERSIONS = new Set([
  ...VERSION_NAMES,
  ...['row_version', 'version_no', 'version_number', 'opt_lock', 'optlock', 'revision'],
]);
const WHOLE_NUMBER = /^DataType\.(?:INTEGER|BIGINT|MEDIUMINT|SMALLINT)/;

/** `last_update`, `modified_on`: the time of an update, if the database sets it. */
const UPDATE_WORDS = /(?:^|_)(?:updated?|modified|modification|changed?)(?:_|$)/;

/** The field that is the version of the class. */
export function versionOf({ fields, isKeyless }: Pick<PlannedClass, 'fields' | 'isKeyless'>): PlannedField | undefined {
  if (isKeyless) return undefined;
  return VERSION_NAMES.map((name) =>
    fields.find((field) => wordsOf(field.column.name) === name && countsWrites(field) && !field.column.isNullable),
  ).find((field) => field !== undefined);
}

/** The column of a class without a version that would serve as one, by its name and type. */
export function versionCandidate(planned: PlannedClass): PlannedField | undefined {
  if (planned.isJoin || planned.isKeyless || versionOf(planned)) return undefined;
  return planned.fields.find((field) => POSSIBLE_VERSIONS.has(wordsOf(field.column.name)) && countsWrites(field));
}

function countsWrites({ code, isKey, target }: PlannedField): boolean {
  return !isKey && !target && WHOLE_NUMBER.test(code.dataType);
}

/** What to do so that the column is the version, as a sentence. */
export function versionHint({ name, column }: PlannedField): string {
  const notNull = column.isNullable ? 'make it NOT NULL in a migration and ' : '';
  return `If ${column.name} counts the writes of a row, ${notNull}add version: '${name}' to @Table.`;
}

/** The fields that are set to the time of the creation and of the last update. */
export function timesOf({ fields, table }: Pick<PlannedClass, 'fields' | 'table'>): {
  readonly created?: PlannedField;
  readonly updated?: PlannedField;
} {
  if (table.isView) return {};
  const times = fields.filter(({ code, isKey, target }) => code.type === 'Date' && !isKey && !target);
  const named = (name: string) => times.find(({ column }) => wordsOf(column.name) === name);
  const isSetByUpdates = ({ column }: PlannedField) =>
    /^current_timestamp/i.test(column.onUpdate ?? '') && UPDATE_WORDS.test(wordsOf(column.name));
  return { created: named('created_at'), updated: named('updated_at') ?? times.find(isSetByUpdates) };
}

/** The options of `@Table` for the version and the times, of a class of `Model`. */
export function specialOptionsOf(planned: PlannedClass): readonly string[] {
  const { created, updated } = timesOf(planned);
  const version = versionOf(planned);
  const nameOf = (field: PlannedField | undefined) => (field ? stringLiteral(field.name) : false);
  const hasTimes = created !== undefined || updated !== undefined || planned.deletedAt !== undefined;
  return [
    ...(hasTimes ? [`createdAt: ${nameOf(created)}`, `updatedAt: ${nameOf(updated)}`] : ['timestamps: false']),
    ...(version ? [`version: ${stringLiteral(version.name)}`] : []),
  ];
}
