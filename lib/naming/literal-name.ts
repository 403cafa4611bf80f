import { snakeCase } from './case';

/**
 * The wire name of a key in a literal: a camelCase identifier becomes snake_case, any other key is data and stays, as
 * `SKU-A`, `2024-01` and `Some Key` do.
 */
export function literalName(key: string): string {
  return IDENTIFIER.test(key) ? snakeCase(key) : key;
}

const IDENTIFIER = /^\p{Ll}[\p{L}\p{N}]*$/u;
