import library from 'pluralize';

const words = (text: string) => text.trim().split(/\s+/);

/** Words whose plural ends in s, which the library inflects wrongly in one direction: `cookies` → `cooky`. */
const WITH_S = words(`
  agenda auntie avalanche base birdie bookie brioche brownie budgie cache caddie calorie cliche cookie cpu creche
  delve dogma excuse eyrie freebie fuse german gpu headache hippie hoodie indie junkie justice magpie menagerie
  moustache muse newbie niche oldie ottoman pastiche pixie porsche prairie premise psyche quiche recluse roman rookie
  ruse safari saga schema selfie shaman sku smoothie sortie stigma talisman taxi townie tranche uri veggie walkie`);

/** Words whose plural ends in `es`, which the library inflects wrongly. */
const WITH_ES = words(
  'bias buffalo canvas domino embargo focus lens mosquito pancreas radius rhinoceros uterus veto virus waltz',
);

/** Words that are their own plural. */
const INVARIABLE = words(`
  baggage barracks binoculars cattle crossroads css dns electricity evidence feedback furniture gps hovercraft innings
  jewellery jewelry knowledge livestock luggage means metadata money offspring pants pyjamas shorts sms spacecraft
  staff summons sunglasses tongs trousers tweezers weather`);

const IRREGULAR = [
  ['axis', 'axes'],
  ['basis', 'bases'],
  ['catalysis', 'catalyses'],
  ['datum', 'data'],
  ['dialysis', 'dialyses'],
  ['ellipsis', 'ellipses'],
  ['larva', 'larvae'],
  ['medium', 'media'],
  ['memorandum', 'memoranda'],
  ['metamorphosis', 'metamorphoses'],
  ['nebula', 'nebulae'],
  ['nemesis', 'nemeses'],
  ['neurosis', 'neuroses'],
  ['oasis', 'oases'],
  ['paralysis', 'paralyses'],
  ['psychosis', 'psychoses'],
  ['vortex', 'vortices'],
] as const;

/** If two singulars have the same plural, the later one wins: `bases` → `base`. */
const EXCEPTIONS: readonly (readonly [singular: string, plural: string])[] = [
  ...IRREGULAR,
  ...WITH_S.map((word) => [word, `${word}s`] as const),
  ...WITH_ES.map((word) => [word, `${word}es`] as const),
  ...INVARIABLE.map((word) => [word, word] as const),
];

const PLURALS = new Map(
  EXCEPTIONS.flatMap(([singular, plural]) => [[singular, plural] as const, [plural, plural] as const]),
);
const SINGULARS = new Map(
  EXCEPTIONS.flatMap(([singular, plural]) => [[plural, singular] as const, [singular, singular] as const]),
);

/** The plural of the last word: `Category` → `Categories`, `shopping_cart` → `shopping_carts`, `Person` → `People`. */
export function pluralize(name: string): string {
  return onLastWord(name, (word) => PLURALS.get(word) ?? pluralOf(word));
}

/** The singular of the last word: `orderItems` → `orderItem`, `addresses` → `address`. */
export function singularize(name: string): string {
  return onLastWord(name, (word) => SINGULARS.get(word) ?? library.singular(word));
}

/** Leaves plurals unchanged; the library takes some of them for singulars (`skus` → `skuses`). */
function pluralOf(word: string): string {
  const singular = library.singular(word);
  return singular !== word && library.plural(singular) === word ? word : library.plural(word);
}

/** @param inflect  gets the word in lower case */
function onLastWord(name: string, inflect: (word: string) => string): string {
  const last = name.split(/(?=[^\p{Ll}\p{N}])/u).at(-1) ?? '';
  const word = last.replace(/^[^\p{Lu}\p{Ll}\p{N}]/u, '');
  return word ? name.slice(0, -word.length) + word.charAt(0) + inflect(word.toLowerCase()).slice(1) : name;
}
