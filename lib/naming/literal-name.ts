import { snakeCase } from './case';

/**
 * Converts the key of an object literal to its wire name: camelCase identifiers become snake_case. Other keys, such as
 * `SKU-A` or `2024-01`, are data and stay.
 */
export function literalName(key: string): string {
  return IDENTIFIER.test(key) ? snakeCase(key) : key;
}

const IDENTIFIER = /^\p{Ll}[\p{L}\p{N}]*$/u;
