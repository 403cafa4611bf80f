import type { Exposure } from './types';

/** Only operations that were not set to false stay exposed. */
export function exposureOf(flags: Partial<Exposure>): Exposure {
  const { create = true, read = true, update = true, delete: remove = true } = flags;
  return Object.freeze({ create, read, update, delete: remove });
}
