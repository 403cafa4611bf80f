import type { Variant } from './variant';

/** A model without a version, as adopted tables often are. */
export const unversioned: Variant = {
  name: 'unversioned',
  declare: ({ declareUnversioned }) => {
    declareUnversioned();
  },
  bulk: {},
};
