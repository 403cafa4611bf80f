import { camelCase, lowerFirst, singularize, snakeCase, upperFirst } from '../../naming';
import { BaseDomain } from '../../persistence';

/** Names that a file of a class has already, and classes that JavaScript has. */
const TAKEN = new Set(
  'AggregateRoot BaseDomain Model Table Column DataType Ref Date Buffer Object Array String Number Boolean Symbol Map Set Error Function Promise Proxy Index Unique Default Scope'.split(
    ' ',
  ),
);

/** `tblOrderLines`, `order_lines` and `ORDER LINES` are `OrderLine`. */
export function classNameOf(table: string): string {
  const words = wordsOf(table).replace(/^tbl_?(?=\w)/, '');
  const name = upperFirst(camelCase(singularize(words)));
  return TAKEN.has(name) || /^\d/.test(name) ? `Stored${name}` : name;
}

/** `CUST_NO` is `custNo`, `E-MAIL` is `eMail`. */
export function fieldNameOf(column: string): string {
  const name = lowerFirst(camelCase(wordsOf(column)));
  const bare = /^\d/.test(name) || name === '' ? `column${upperFirst(name)}` : name;
  return bare in BaseDomain.prototype ? `${bare}Value` : bare;
}

/** In snake_case, whatever the case of before. */
function wordsOf(name: string): string {
  const letters = name.replaceAll(/[^\p{L}\p{N}]/gu, '_').replaceAll(/_{2,64}/g, '_');
  const isLoud = letters === letters.toUpperCase();
  const words = isLoud ? letters.toLowerCase() : snakeCase(letters);
  return words
    .split('_')
    .filter((word) => word !== '')
    .join('_');
}

/** One that is not taken, by a number if need be; it is taken from now on. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  taken.add(free);
  return free;
}
