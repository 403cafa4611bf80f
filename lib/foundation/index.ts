export { BoundedMemo } from './bounded-memo';
export { CodedError, codesOf, messagesByCode } from './coded-error';
export { Mistakes, SeveralMistakes } from './mistakes';
export { isObject, isPlainInstance, isPlainObject, ownValue } from './objects';
export { type FindPackage, findPackage, loadPackage, type OptionalPackage } from './optional-package';
export { hasMethod, isClass, nameOfPart, partFault } from './parts';
