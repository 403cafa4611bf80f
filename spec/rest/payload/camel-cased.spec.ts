import { findDuplicateName } from '../../../lib/rest/payload/camel-cased';

describe('Two keys of one object that come to the same name', () => {
  it.each([
    [
      { zip_code: 1, zipCode: 2 },
      { path: [], keys: ['zip_code', 'zipCode'] },
    ],
    [{ lines: [{ a: 1 }, { b_c: 1, bC: 2 }] }, { path: ['lines', 1], keys: ['b_c', 'bC'] }],
    [{ zip_code: 1, other: { zipCode: 2 } }, undefined],
    [['a', 'a'], undefined],
    [null, undefined],
  ])('are found in %j', (json, found) => {
    expect(findDuplicateName(json)).toEqual(found);
  });
});
