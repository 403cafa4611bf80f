import * as inflection from 'inflection';

/** The plural of the last word: `Category` → `Categories`, `shopping_cart` → `shopping_carts`, `Person` → `People`. */
export function pluralize(name: string): string {
  return onLastWord(name, inflection.pluralize);
}

/** The singular of the last word: `orderItems` → `orderItem`, `addresses` → `address`. */
export function singularize(name: string): string {
  return onLastWord(name, inflection.singularize);
}

function onLastWord(name: string, inflect: (word: string) => string): string {
  const [, before, word] = /^(.*?)([\p{Lu}]?[\p{Ll}\p{N}]*)$/su.exec(name) ?? [];
  return word ? before + inflect(word) : name;
}
