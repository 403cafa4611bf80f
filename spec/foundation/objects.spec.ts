import { Readable } from 'node:stream';
import { isObject, isPlainInstance, isPlainObject } from '../../lib/foundation';
import { ExactNumber } from '../../lib/values';

class Point {
  x = 1;
}

const PLAIN = [{}, { toJSON: 1 }, Object.create(null), JSON.parse('{"a":1}')];
const INSTANCES = [new Point(), new Error('a')];
const VALUES = [
  new Date(0),
  [],
  new Map(),
  Buffer.of(1),
  new ExactNumber('1e400'),
  Promise.resolve(),
  Readable.from([]),
];
const NONE = [null, undefined, 1, 'a', true, () => 1];

const areHeldBy = (test: (value: unknown) => boolean, values: readonly unknown[]) => values.map(test);
const all = (expected: boolean, values: readonly unknown[]) => values.map(() => expected);

describe('isObject', () => {
  it('is true for objects of any class, and not for null, functions and primitives', () => {
    const objects = [...PLAIN, ...INSTANCES, ...VALUES];

    expect(areHeldBy(isObject, objects)).toEqual(all(true, objects));
    expect(areHeldBy(isObject, NONE)).toEqual(all(false, NONE));
  });
});

describe('isPlainObject', () => {
  it('is true for objects of JSON and literals, and not for instances such as exact numbers', () => {
    const others = [...INSTANCES, ...VALUES, ...NONE];

    expect(areHeldBy(isPlainObject, PLAIN)).toEqual(all(true, PLAIN));
    expect(areHeldBy(isPlainObject, others)).toEqual(all(false, others));
  });
});

describe('isPlainInstance', () => {
  it('is true for instances with fields only, without toJSON, then or an iterator', () => {
    const others = [...PLAIN, ...VALUES, ...NONE];

    expect(areHeldBy(isPlainInstance, INSTANCES)).toEqual(all(true, INSTANCES));
    expect(areHeldBy(isPlainInstance, others)).toEqual(all(false, others));
  });
});
