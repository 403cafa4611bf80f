import { camelCase, lowerFirst, singularize, snakeCase, upperFirst } from '../../naming';
import { BaseDomain } from '../../persistence';
import { isTakenName } from '../model/taken-names';

/** The class name for the rows of a table: `OrderLine` for `tblOrderLines`, `order_lines` and `ORDER LINES`. */
export function rowNameOf(table: string): string {
  const words = wordsOf(table).replace(/^tbl_?(?=\w)/, '');
  const name = upperFirst(camelCase(singularize(words)));
  return /^\d/.test(name) || name === '' ? `Stored${name}` : name;
}

/** The class of a row: `StoredColumn` for `Column`, which the file of the class imports. */
export function classNameOf(rowName: string): string {
  return isTakenName(rowName) ? `Stored${rowName}` : rowName;
}

/** The field of a column: `custNo` for `CUST_NO`, `eMail` for `E-MAIL`. */
export function fieldNameOf(column: string): string {
  const name = lowerFirst(camelCase(wordsOf(column)));
  return memberNameOf(/^\d/.test(name) || name === '' ? `column${upperFirst(name)}` : name);
}

/** A name for a member of a class: not one of `BaseDomain`, such as `save`, or of every object. */
export function memberNameOf(name: string): string {
  return name in BaseDomain.prototype ? `${name}Value` : name;
}

/** The name in snake_case, from any spelling. */
function wordsOf(name: string): string {
  const letters = name.replaceAll(/[^\p{L}\p{N}]/gu, '_').replaceAll(/_{2,64}/g, '_');
  const isUpperCase = letters === letters.toUpperCase();
  const words = isUpperCase ? letters.toLowerCase() : snakeCase(letters);
  return words
    .split('_')
    .filter((word) => word !== '')
    .join('_');
}

/** Returns the name, with a number if it is taken, and adds it to the taken ones. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  taken.add(free);
  return free;
}
