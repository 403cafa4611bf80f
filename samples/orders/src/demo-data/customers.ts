import type { Dice } from './dice';

const FIRST_NAMES = `ada amir anna ben chloe daniel elena emma felix fatima george grace hana henry ines ivan jack
  jonas julia karim kate lena leo lucia maria martin mei mila nadia noah olga oscar paula peter rosa ruth samuel sara
  tom yusuf`.split(/\s+/);
const LAST_NAMES = `adams bauer bell bianchi carter costa diaz evans fischer fontaine garcia haas hansen hill ito
  jansen jones keller khan kovacs lang lopez martin meyer moreau nagy novak okafor olsen patel quinn rossi santos
  schmidt silva stone suzuki tanaka wagner young`.split(/\s+/);
const DOMAINS = ['example.com', 'example.com', 'example.org'];

/** Unique e-mail addresses in domains that are reserved for examples. */
export function customers(count: number, dice: Dice): readonly string[] {
  const addresses = new Set<string>();
  while (addresses.size < count) {
    addresses.add(`${dice.oneOf(FIRST_NAMES)}.${dice.oneOf(LAST_NAMES)}@${dice.oneOf(DOMAINS)}`);
  }
  return [...addresses];
}
