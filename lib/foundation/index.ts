export { BoundedMemo } from './bounded-memo';
export { isObject, isPlainInstance, isPlainObject } from './objects';
