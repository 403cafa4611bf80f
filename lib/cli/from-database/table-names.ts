import { camelCase, lowerFirst, pluralize, singularize, snakeCase, upperFirst } from '../../naming';
import { isReservedMember, isTakenName } from '../model/taken-names';

const PREFIX = /^tbl_?(?=\w)/;

/** The class name for the rows of a table: `OrderLine` for `tblOrderLines`, `order_lines` and `ORDER LINES`. */
function rowNameOf(table: string): string {
  return rowNameOfWords(pathWordsOf(table).replace(PREFIX, ''));
}

/** The words of a name with letters that a path may have: without accents, and without those of other alphabets. */
export function pathWordsOf(name: string): string {
  return wordsOf(
    name
      .replaceAll('ß', 'ss')
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[^\0-\x7f]/g, '_'),
  );
}

function rowNameOfWords(words: string): string {
  const name = upperFirst(camelCase(singularize(words)));
  return /^\d/.test(name) || name === '' ? `Stored${name}` : name;
}

/**
 * The class names for the rows of tables, which differ in singular and plural: `Order` for `orders` and `TblOrder` for
 * `tblOrders`, `Person` for `people` and `PersonRow` for `person`.
 */
export function rowNamesOf(tables: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const hasPrefix = (table: string) => PREFIX.test(pathWordsOf(table));
  for (const table of [...tables.filter((one) => !hasPrefix(one)), ...tables.filter(hasPrefix)]) {
    for (const name of possibleRowNames(table)) {
      const plural = pluralize(name).toLowerCase();
      if (taken.has(plural)) continue;
      taken.add(plural);
      names.set(table, name);
      break;
    }
  }
  return names;
}

function* possibleRowNames(table: string): Generator<string> {
  const name = rowNameOf(table);
  yield* [name, rowNameOfWords(pathWordsOf(table)), `${name}Row`];
  for (let number = 2; ; number += 1) yield `${name}Row${number}`;
}

/** The class of a row: `StoredColumn` for `Column`, which the file of the class imports. */
export function classNameOf(rowName: string): string {
  return isTakenName(rowName) ? `Stored${rowName}` : rowName;
}

/** The field of a column: `custNo` for `CUST_NO`, `eMail` for `E-MAIL`. */
export function fieldNameOf(column: string): string {
  return memberNameOf(lowerFirst(camelCase(wordsOf(column))));
}

/** A name for a member of a class: not one of `BaseDomain`, such as `save`, or of every object. */
export function memberNameOf(name: string): string {
  if (/^\p{Nd}/u.test(name) || name === '') return `column${upperFirst(name)}`;
  return isReservedMember(name) ? `${name}Value` : name;
}

/** The name in snake_case, from any spelling. */
export function wordsOf(name: string): string {
  const letters = name
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '_')
    .replaceAll(/_{2,64}/g, '_');
  const isUpperCase = letters === letters.toUpperCase();
  // İ in lower case has an accent of its own, which no parameter of a path can have.
  const words = (isUpperCase ? letters.toLowerCase() : snakeCase(letters)).replaceAll(/\p{M}/gu, '');
  return words
    .split('_')
    .filter((word) => word !== '')
    .join('_');
}

/** Returns the first name that is not taken, or the first one with a number, and adds it to the taken ones. */
export function firstFree(names: readonly string[], taken: Set<string>): string {
  return freeName(names.find((name) => !taken.has(snakeCase(name))) ?? names[0]!, taken);
}

/**
 * Returns the name, with a number if it is taken, and adds it to the taken ones.
 *
 * @param taken names as the wire and files have them: `aB` and `a_b` are one
 */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(snakeCase(free)); number += 1) free = `${name}${number}`;
  taken.add(snakeCase(free));
  return free;
}
