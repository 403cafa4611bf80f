import type { TableShape } from '../../persistence';
import type { PlannedClass, PlannedField } from './planned-class';
import { wordsOf } from './table-names';

const SECRETS = 'password passwd pwd secret token salt hash otp pin api_key apikey private_key privatekey'.split(' ');

/** Whether the words of a name tell of a secret: those of `pin_code`, not of `shipping` or `hashtag`. */
export function isSecretName(name: string): boolean {
  const words = `_${wordsOf(name)}_`;
  return SECRETS.some((secret) => words.includes(`_${secret}_`));
}

/**
 * The decorator of a field: secrets are write-only, and columns that an index or a foreign key begins with are searchable,
 * as are all columns of a view, which has no indexes of its own, but its long texts.
 *
 * A foreign key is as secret as the column that it refers to.
 */
export function markOf(
  { column, code, isKey }: Pick<PlannedField, 'column' | 'code' | 'isKey'>,
  { indexes, foreignKeys, primaryKey, isView }: TableShape,
): PlannedField['mark'] {
  const foreign = foreignKeys.find(({ columns }) => columns[0] === column.name);
  if (isSecretName(foreign?.referred[0] ?? column.name)) return 'WriteOnly';
  const isIndexed =
    (isView && code.holds.kind !== 'text') ||
    foreign !== undefined ||
    indexes.some(({ columns, isSpecial, isPrefix }) => (!isSpecial || isPrefix) && columns[0] === column.name) ||
    (isKey && primaryKey.length > 1 && primaryKey[0] === column.name);
  return isIndexed && isComparable(code.type) ? 'Searchable' : undefined;
}

/** JSON, bytes and lists cannot be searched. */
function isComparable(type: string): boolean {
  return type !== 'unknown' && type !== 'Buffer' && !type.endsWith('[]');
}

/** What the command prints of a secret. */
export function secretLine(owner: Pick<PlannedClass, 'name' | 'isKeyless'>, field: PlannedField): string {
  const { name, column, isKey } = field;
  const line = `${owner.name}.${name} (${column.name}) is @WriteOnly and not searchable, because of its name.`;
  return isKey && !owner.isKeyless ? `${line} It is the primary key, so that paths show it all the same.` : line;
}
