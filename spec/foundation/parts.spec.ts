import { isClass, nameOfPart, partFault } from '../../lib/foundation';

class Cache {
  init(): void {}
  destroy(): void {}
}
function plain(): void {}

describe('nameOfPart', () => {
  it.each([
    [Cache, 'the class Cache'],
    [plain, 'the function plain'],
    [() => undefined, 'a function'],
    [new Cache(), 'an instance of Cache'],
    [{}, 'an object literal'],
    [Object.create(null), 'an object literal'],
    [[], 'an array'],
    ['x', '"x"'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('%p is %s', (part, name) => {
    expect(nameOfPart(part)).toBe(name);
  });
});

describe('partFault', () => {
  it.each([
    ['none of something with all methods', new Cache(), undefined],
    ['what something lacks', { init: plain }, 'it lacks destroy(): add what is missing, or correct the name'],
    ['new, of a class whose instances have them', Cache, 'it is a class: write new Cache()'],
    ['both, of nothing', undefined, 'it lacks init() and destroy(): add what is missing, or correct the name'],
    [
      'a field that is no method',
      { init: 1, destroy: plain },
      'it lacks init(): add what is missing, or correct the name',
    ],
  ])('describes %s', (_, part, fault) => {
    expect(partFault(part, ['init', 'destroy'])).toBe(fault);
  });
});

describe('isClass', () => {
  it('is true for classes and built-in constructors, and not for other functions', () => {
    expect([Cache, TypeError, Map].map(isClass)).toEqual([true, true, true]);
    expect([plain, () => undefined, {}, undefined].map(isClass)).toEqual([false, false, false, false]);
  });
});
