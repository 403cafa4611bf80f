export { isObject, isPlainInstance, isPlainObject } from './objects';
