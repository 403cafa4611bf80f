import { camelCase, lowerFirst, pluralize, singularize, upperFirst } from '../../naming';
import { firstFree, memberNameOf, pathWordsOf } from './table-names';

/** Words that say which key a column holds, at its end and at its beginning. */
const KEY_WORDS = new Set('id no nr num number cd code key fk uuid guid ref'.split(' '));
const FIRST_WORDS = new Set(['fk', 'id']);

/** A name whose words are not divided: `customerid`. */
const UNDIVIDED = /^(.{3,64})id$/;

/** Words that name nothing by themselves: the language of `original_language_id` is `originalLanguage`. */
const DESCRIBING = /(?:al|ary|ed|ic|ing|ive|ory|ous)$/;
const DESCRIBING_WORDS = new Set(
  'base current default first from home last main new next old other own previous same to work'.split(' '),
);

/** The other side of foreign keys that lead to their own table. */
const OTHER_SIDES: ReadonlyMap<string, string> = new Map([
  ['boss', 'reports'],
  ['manager', 'reports'],
  ['parent', 'children'],
  ['predecessor', 'successors'],
  ['successor', 'predecessors'],
  ['supervisor', 'reports'],
]);

/** What a foreign key is called after. */
export interface ForeignKeyName {
  readonly column: string;
  /** The column that it refers to. */
  readonly referred: string;
  /** The names for the rows of both tables. */
  readonly owner: string;
  readonly target: string;
}

/**
 * What the target is to the row that refers to it, in camelCase: `manager` for `manager_staff_id`; the name of the target
 * where the column says nothing else.
 */
export function roleOf({ column, referred, owner, target }: ForeignKeyName): string {
  const bare = withoutKeyWords(pathWordsOf(column).split('_'));
  const targetWords = pathWordsOf(target).split('_');
  if (owner === target && bare.join('_') === 'reports_to') return 'manager';
  if (bare.join('') === '' || KEY_WORDS.has(bare.join(''))) return camelCase(targetWords.join('_'));
  const tails = [targetWords, withoutKeyWords(pathWordsOf(referred).split('_'))];
  const rests = tails.map((tail) => withoutTail(bare, tail)).filter((rest) => rest.length > 0 && !isDescribing(rest));
  const role = (rests[0] ?? bare).join('_');
  return camelCase(isShortFor(role, targetWords) ? targetWords.join('_') : role);
}

/** The name of a to-one association. */
export function referenceName(key: ForeignKeyName, taken: Set<string>): string {
  const role = roleOf(key);
  const bare = camelCase(withoutKeyWords(pathWordsOf(key.column).split('_')).join('_'));
  const withTarget = isPlain(key) ? [] : [`${role}${key.target}`];
  return firstFree([role, bare, ...withTarget, `${role}Ref`].map(memberNameOf), taken);
}

/** Whether a foreign key says no more than what it leads to: `customer_id`. */
function isPlain(key: ForeignKeyName): boolean {
  return roleOf(key).toLowerCase() === key.target.toLowerCase();
}

/**
 * The name of the other side of a foreign key: after its class, and where several lead there, after the column, too:
 * `ordersAsSeller`.
 */
export function collectionName(
  key: ForeignKeyName,
  { isOne, isOneOfSeveral }: { readonly isOne: boolean; readonly isOneOfSeveral: boolean },
  taken: Set<string>,
): string {
  const role = roleOf(key);
  const rows = isOne ? lowerFirst(key.owner) : pluralize(lowerFirst(key.owner));
  const withRole = `${rows}As${upperFirst(role)}`;
  const otherSide = key.owner === key.target ? OTHER_SIDES.get(role) : undefined;
  if (otherSide) return freeForElements([isOne ? singularize(otherSide) : otherSide, withRole], isOne, taken);
  const needsRole = !isPlain(key) && (isOneOfSeveral || key.owner === key.target);
  return freeForElements(needsRole ? [withRole] : [rows, withRole], isOne, taken);
}

/** The first name whose elements, after which methods of routes are called, are those of no other: `film` and `films` are. */
function freeForElements(names: readonly string[], isOne: boolean, taken: Set<string>): string {
  const elementOf = (name: string) => `element ${isOne ? name : singularize(name)}`;
  const members = names.map(memberNameOf);
  const distinct = members.filter((name) => !taken.has(elementOf(name)));
  const name = firstFree(distinct.length > 0 ? distinct : members.map((one) => `${one}2`), taken);
  taken.add(elementOf(name));
  return name;
}

/**
 * The name of a many-to-many association: after the other foreign key of the join table, and where the name is taken,
 * after the own one or the join table.
 *
 * @param join the name for the rows of the join table
 */
export function linkName(own: ForeignKeyName, other: ForeignKeyName, join: string, taken: Set<string>): string {
  const rows = pluralize(roleOf(other));
  const withRole = isPlain(own) ? [] : [`${rows}As${upperFirst(roleOf(own))}`];
  const plain = own.target === other.target && !isPlain(own) ? [] : [rows];
  return freeForElements([...plain, ...withRole, `${rows}Through${join}`], false, taken);
}

/** At least one word remains. */
function withoutKeyWords(words: readonly string[]): readonly string[] {
  const start = words.length > 1 && FIRST_WORDS.has(words[0]!) ? 1 : 0;
  let end = words.length;
  while (end - start > 1 && KEY_WORDS.has(words[end - 1]!)) end -= 1;
  if (end - start > 1 || words.length > 1) return words.slice(start, end);
  return [UNDIVIDED.exec(words[0]!)?.[1] ?? words[0]!];
}

/** The words before a tail; none if they do not end with it. */
function withoutTail(words: readonly string[], tail: readonly string[]): readonly string[] {
  const start = words.length - tail.length;
  return start > 0 && tail.every((word, index) => words[start + index] === word) ? words.slice(0, start) : [];
}

function isDescribing(words: readonly string[]): boolean {
  const last = words.at(-1)!;
  return DESCRIBING_WORDS.has(last) || DESCRIBING.test(last);
}

/** Whether a word is a shorter form of a word with the same first letter: `cust`, `dept`. */
function isShortFor(short: string, [word = '', ...others]: readonly string[]): boolean {
  if (others.length > 0 || short.length < 2 || short.length >= word.length || short[0] !== word[0]) return false;
  let found = 0;
  for (const letter of word) if (letter === short[found]) found += 1;
  return found === short.length;
}
