import type { Variant } from './variant';

/** Columns only. */
export const plain: Variant = { name: 'plain', declare: () => undefined, bulk: {} };
