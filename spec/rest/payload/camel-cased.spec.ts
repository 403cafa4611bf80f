import { findDuplicateName } from '../../../lib/rest/payload/camel-cased';

describe('findDuplicateName', () => {
  it.each([
    [
      { zip_code: 1, zipCode: 2 },
      { path: [], keys: ['zip_code', 'zipCode'] },
    ],
    [{ lines: [{ a: 1 }, { b_c: 1, bC: 2 }] }, { path: ['lines', 1], keys: ['b_c', 'bC'] }],
    [{ zip_code: 1, other: { zipCode: 2 } }, undefined],
    [['a', 'a'], undefined],
    [null, undefined],
  ])('finds two keys of one object with the same camelCase name: in %j, %j', (json, duplicate) => {
    expect(findDuplicateName(json)).toEqual(duplicate);
  });
});
