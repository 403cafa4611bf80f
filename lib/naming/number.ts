import * as inflection from 'inflection';

/** Where the rules of the library, at one of the two turns, end at a word that does not exist: `slices` → `slouse`. */
const IRREGULAR: readonly (readonly [singular: string, plural: string])[] = [
  ['analysis', 'analyses'],
  ['atlas', 'atlases'],
  ['axis', 'axes'],
  ['bias', 'biases'],
  ['cache', 'caches'],
  ['calorie', 'calories'],
  ['census', 'censuses'],
  ['cookie', 'cookies'],
  ['emphasis', 'emphases'],
  ['focus', 'focuses'],
  ['gas', 'gases'],
  ['lens', 'lenses'],
  ['nerve', 'nerves'],
  ['niche', 'niches'],
  ['olive', 'olives'],
  ['pie', 'pies'],
  ['radius', 'radiuses'],
  ['reserve', 'reserves'],
  ['safe', 'safes'],
  ['shoe', 'shoes'],
  ['sleeve', 'sleeves'],
  ['slice', 'slices'],
  ['taxi', 'taxis'],
  ['tie', 'ties'],
  ['toe', 'toes'],
];
const PLURALS = new Map(
  IRREGULAR.flatMap(
    ([singular, plural]) =>
      [
        [singular, plural],
        [plural, plural],
      ] as const,
  ),
);
const SINGULARS = new Map(
  IRREGULAR.flatMap(
    ([singular, plural]) =>
      [
        [plural, singular],
        [singular, singular],
      ] as const,
  ),
);

/** The plural of the last word: `Category` → `Categories`, `shopping_cart` → `shopping_carts`, `Person` → `People`. */
export function pluralize(name: string): string {
  return onLastWord(name, (word) => irregular(word, PLURALS) ?? inflection.pluralize(word));
}

/** The singular of the last word: `orderItems` → `orderItem`, `addresses` → `address`. */
export function singularize(name: string): string {
  return onLastWord(name, (word) => irregular(word, SINGULARS) ?? inflection.singularize(word));
}

function onLastWord(name: string, inflect: (word: string) => string): string {
  const last = name.split(/(?=[^\p{Ll}\p{N}])/u).at(-1) ?? '';
  const word = last.replace(/^[^\p{Lu}\p{Ll}\p{N}]/u, '');
  return word ? name.slice(0, -word.length) + inflect(word) : name;
}

function irregular(word: string, forms: ReadonlyMap<string, string>): string | undefined {
  const form = forms.get(word.toLowerCase());
  return form && word.charAt(0) + form.slice(1);
}
