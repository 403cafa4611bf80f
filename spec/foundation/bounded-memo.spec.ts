import { BoundedMemo } from '../../lib/foundation/bounded-memo';

function counting() {
  const worked: string[] = [];
  const memo = new BoundedMemo((text) => {
    worked.push(text);
    return text.length;
  });
  return { memo, worked };
}

describe('A bounded memo', () => {
  it('computes the result of a text once', () => {
    const { memo, worked } = counting();

    expect([memo.of('a'), memo.of('a'), memo.of('bc')]).toEqual([1, 1, 2]);

    expect(worked).toEqual(['a', 'bc']);
  });

  it('is cleared when it has a hundred results', () => {
    const { memo, worked } = counting();
    for (let number = 0; number < 101; number++) memo.of(`${number}`);

    memo.of('100');
    memo.of('0');

    expect(worked).toHaveLength(102);
    expect(worked.at(-1)).toBe('0');
  });

  it('does not cache results of long texts', () => {
    const { memo, worked } = counting();
    const long = 'x'.repeat(201);

    memo.of(long);
    memo.of(long);

    expect(worked).toHaveLength(2);
  });
});
