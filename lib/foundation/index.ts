export { BoundedMemo } from './bounded-memo';
export { checkOptions, type OptionKinds } from './check-options';
export { CodedError, codesOf, messagesByCode } from './coded-error';
export { OPTION_ERROR_CODES, OptionError, type OptionErrorCode } from './errors';
export { Mistakes, SeveralMistakes } from './mistakes';
export { isObject, isPlainInstance, isPlainObject, ownValue } from './objects';
export { type FindPackage, findPackage, loadPackage, type OptionalPackage } from './optional-package';
export { hasMethod, isClass, nameOfPart, partFault } from './parts';
export { readFault } from './read-fault';
