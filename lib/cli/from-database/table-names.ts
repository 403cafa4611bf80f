import { camelCase, lowerFirst, singularize, snakeCase, upperFirst } from '../../naming';
import { BaseDomain } from '../../persistence';

/** Names that a generated file imports, and names of JavaScript's own classes. */
const TAKEN = new Set(
  'AggregateRoot BaseDomain Model Table Column DataType Ref Date Buffer Object Array String Number Boolean Symbol Map Set Error Function Promise Proxy Index Unique Default Scope'.split(
    ' ',
  ),
);

/** The class of a table: `OrderLine` for `tblOrderLines`, `order_lines` and `ORDER LINES`. */
export function classNameOf(table: string): string {
  const words = wordsOf(table).replace(/^tbl_?(?=\w)/, '');
  const name = upperFirst(camelCase(singularize(words)));
  return TAKEN.has(name) || /^\d/.test(name) ? `Stored${name}` : name;
}

/** The field of a column: `custNo` for `CUST_NO`, `eMail` for `E-MAIL`. */
export function fieldNameOf(column: string): string {
  const name = lowerFirst(camelCase(wordsOf(column)));
  const bare = /^\d/.test(name) || name === '' ? `column${upperFirst(name)}` : name;
  return bare in BaseDomain.prototype ? `${bare}Value` : bare;
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
