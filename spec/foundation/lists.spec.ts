import { chunksOf } from '../../lib/foundation/chunks-of';
import { grouped } from '../../lib/foundation/grouped';

describe('Items by a key', () => {
  it('have the order of the list, in each group too', () => {
    const groups = grouped(['bear', 'ant', 'bee', 'asp'], ([first]) => first);

    expect([...groups]).toEqual([
      ['b', ['bear', 'bee']],
      ['a', ['ant', 'asp']],
    ]);
  });
});

describe('The chunks of a list', () => {
  it('are as long as they may be, except for the last one', () => {
    expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunksOf([1, 2], 2)).toEqual([[1, 2]]);
    expect(chunksOf([], 2)).toEqual([]);
  });
});
