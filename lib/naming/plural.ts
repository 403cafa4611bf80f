import library from 'pluralize';

const words = (text: string) => text.trim().split(/\s+/);

/** Words whose plural ends in s, which the library inflects wrongly in one direction: `cookies` → `cooky`. */
const WITH_S = words(`
  abdomen ache acumen agenda agnomen albumen allegro amen apache ataman auntie avalanche backache barf base bayou
  biggie biotech birdie bitumen boogie bookie bourgeoisie brahman brasserie brioche brownie budgie cabbie cache caddie
  caiman calorie caribou cartouche castrato catechumen cayman cerumen cliche cognomen cookie coterie cowrie cpu creche
  crevasse culmen cutie cyclamen delve desman disuse doggie dogma dolmen dragoman duramen earache epoch eunuch examen
  excuse eyrie finesse fintech firman flamen flu foodie foramen freebie fuse german gnu golf gpu gravamen gulf guru
  haiku hankie headache heartache hetman hindu hippie homie hoodie hymen hypotenuse impasse impromptu indie junkie
  justice kiddie laddie legato limen lingerie loch lumen magpie masseuse matriarch meanie menagerie microfiche misuse
  monarch mousse moustache muse mussulman mustache newbie niche nomen nonhuman norman numen oaf oldie oligarch omen
  ostinato ottoman pastiche patisserie patriarch pinkie pixie pizzicato porsche posse praenomen prairie premise psyche
  putamen quiche quickie recluse refuse regimen reuse reverie roadie roman rookie rotisserie rumen ruse safari saga
  schema selfie semen shaman sku smoothie snafu sortie specimen staccato stamen stigma stomach stomachache superhuman
  sweetie talisman taxi tech techie tegmen tofu toman toothache townie tranche turcoman turkmen turkoman tutu uri
  veggie vibrato walkie yemen yuppie zebu zulu`);

/** Words whose plural ends in `es`, which the library inflects wrongly. */
const WITH_ES = words(`
  acropolis aegis arthritis bias blitz bronchitis buffalo canvas chrysalis clematis dermatitis domino embargo
  epidermis focus haggis hepatitis ibis klutz lens mantis meningitis metropolis mosquito necropolis pancreas pelvis
  penis portcullis proboscis quartz radius rhinoceros trellis uterus veto virus waltz`);

/** Words that are their own plural. */
const INVARIABLE = words(`
  baggage barracks billiards binoculars cattle crossroads css dns economics electricity ethics evidence feedback
  furniture gps gymnastics hertz hovercraft innings jewellery jewelry knowledge livestock logistics luggage
  mathematics means metadata money mumps offspring pants physics politics pyjamas rabies ramen shorts sms spacecraft
  staff summons sunglasses tongs trousers tweezers watercraft weather`);

/** Words in -sis whose plural ends in -ses, where the library does not find the singular. */
const WITH_SES = words(`
  amniocentesis apotheosis arthrosis basis catalysis catharsis cirrhosis dialysis electrolysis ellipsis exegesis
  fibrosis homeostasis hydrolysis hypnosis meiosis metamorphosis metastasis mimesis mitosis narcosis necrosis nemesis
  neurosis oasis osmosis paralysis psoriasis psychosis sclerosis sepsis stasis stenosis symbiosis thrombosis
  tuberculosis urinalysis`);

const IRREGULAR = [
  ['axis', 'axes'],
  ['corpus', 'corpora'],
  ['corrigendum', 'corrigenda'],
  ['cortex', 'cortices'],
  ['datum', 'data'],
  ['dormouse', 'dormice'],
  ['eyetooth', 'eyeteeth'],
  ['forefoot', 'forefeet'],
  ['helix', 'helices'],
  ['larva', 'larvae'],
  ['medium', 'media'],
  ['memorandum', 'memoranda'],
  ['nebula', 'nebulae'],
  ['quantum', 'quanta'],
  ['radix', 'radices'],
  ['referendum', 'referenda'],
  ['spectrum', 'spectra'],
  ['supernova', 'supernovae'],
  ['vortex', 'vortices'],
  ['woodlouse', 'woodlice'],
] as const;

/** If two singulars have the same plural, the later one wins: `bases` → `base`. */
const EXCEPTIONS: readonly (readonly [singular: string, plural: string])[] = [
  ...IRREGULAR,
  ...WITH_SES.map((word) => [word, word.replace(/is$/, 'es')] as const),
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

/** Words that may follow the noun of a compound: `portsOfCall`, `itemsToShip`, `daysOff`. */
const PARTICLES = new Set(words('of at by for from in off on out to under up with without'));
const OF = new Set(['of']);

/**
 * The plural: that of the last word (`Category` → `Categories`, `shopping_cart` → `shopping_carts`, `Person` → `People`),
 * or of the noun before `of` (`PortOfCall` → `PortsOfCall`).
 */
export function pluralize(name: string): string {
  const parts = partsOf(name);
  // Of other compounds the last word counts: a `GoodsInList` is one list.
  if (pluralHeadOf(parts, OF) !== undefined) return name;
  return inflectAt(parts, singularHeadOf(parts) ?? parts.length - 1, (word) => PLURALS.get(word) ?? pluralOf(word));
}

/** The singular: that of the last word (`orderItems` → `orderItem`), or of the noun of a compound (`portsOfCall`). */
export function singularize(name: string): string {
  const parts = partsOf(name);
  return inflectAt(parts, pluralHeadOf(parts) ?? parts.length - 1, singularOf);
}

/** Leaves plurals unchanged; the library takes some of them for singulars (`skus` → `skuses`). */
function pluralOf(word: string): string {
  const singular = library.singular(word);
  return singular !== word && library.plural(singular) === word ? word : library.plural(word);
}

function singularOf(word: string): string {
  return SINGULARS.get(word) ?? library.singular(word);
}

/** The words of a name, each with the underscore before it. */
function partsOf(name: string): readonly string[] {
  return name.split(/(?=[^\p{Ll}\p{N}])/u);
}

function wordOf(part = ''): string {
  return part.replace(/^[^\p{Lu}\p{Ll}\p{N}]/u, '').toLowerCase();
}

/**
 * The index of a plural noun before a particle. If the last word is a plural too, only `of` makes it the noun:
 * `billsOfMaterials`, but not `goodsInLists`.
 */
function pluralHeadOf(parts: readonly string[], particles: ReadonlySet<string> = PARTICLES): number | undefined {
  const particle = parts.findIndex((part, index) => index > 0 && particles.has(wordOf(part)));
  if (particle < 1 || !isPlural(wordOf(parts[particle - 1]))) return undefined;
  const isNoun = OF.has(wordOf(parts[particle])) || !isPlural(wordOf(parts.at(-1)));
  return isNoun ? particle - 1 : undefined;
}

/** The index of a singular noun before `of` and one more word: `UnitOfMeasure`, but not `PointOfSaleTerminal`. */
function singularHeadOf(parts: readonly string[]): number | undefined {
  const particle = parts.length - 2;
  const isHead = particle > 0 && OF.has(wordOf(parts[particle])) && !isPlural(wordOf(parts.at(-1)));
  return isHead && !PARTICLES.has(wordOf(parts[particle - 1])) ? particle - 1 : undefined;
}

function isPlural(word: string): boolean {
  return singularOf(word) !== word;
}

/** @param inflect  gets the word in lower case */
function inflectAt(parts: readonly string[], index: number, inflect: (word: string) => string): string {
  const part = parts[index] ?? '';
  const word = wordOf(part);
  if (!word) return parts.join('');
  const start = part.slice(0, part.length - word.length + 1);
  return parts.with(index, start + inflect(word).slice(1)).join('');
}
