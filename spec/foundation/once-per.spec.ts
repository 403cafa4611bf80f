import { oncePer } from '../../lib/foundation/once-per';

describe('A function that works once per object', () => {
  it('keeps the result of each object, also if it is undefined', () => {
    const asked: object[] = [];
    const [first, second] = [{ name: 'a' }, {}];
    const nameOf = oncePer((one: { readonly name?: string }, end: string) => {
      asked.push(one);
      return one.name && one.name + end;
    });

    expect([nameOf(first, '!'), nameOf(first, '!'), nameOf(second, '!'), nameOf(second, '!')]).toEqual([
      'a!',
      'a!',
      undefined,
      undefined,
    ]);

    expect(asked).toEqual([first, second]);
  });

  it('works again after an error', () => {
    let fails = true;
    const once = oncePer((_: object) => {
      if (fails) throw new Error('not yet');
      return 1;
    });
    const one = {};

    expect(() => once(one)).toThrow('not yet');
    fails = false;

    expect(once(one)).toBe(1);
  });
});
