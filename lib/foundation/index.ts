export { type Awaitable, andThen, isPromise, orThrow } from './awaitable';
export { BoundedMemo } from './bounded-memo';
export { checkOptions, type OptionKinds } from './check-options';
export { chunksOf } from './chunks-of';
export { CodedError, codesOf, messagesByCode } from './coded-error';
export { type Deadline, DeadlineError, deadlines, remainingMs, runUnbounded, UNBOUNDED } from './deadline';
export {
  OPTION_ERROR_CODES,
  OptionError,
  type OptionErrorCode,
  PACKAGE_ERROR_CODES,
  PackageError,
  type PackageErrorCode,
} from './errors';
export { failedModule } from './failed-module';
export { grouped } from './grouped';
export { Mistakes, SeveralMistakes } from './mistakes';
export { isObject, isPlainInstance, isPlainObject, ownValue } from './objects';
export { oncePer } from './once-per';
export { type FindPackage, findPackage, loadPackage, type OptionalPackage } from './optional-package';
export { isInRange, isTooOld, nearestRange } from './package-versions';
export { hasMethod, isClass, nameOfPart, partFault } from './parts';
export { verifyPeer } from './peer-versions';
export { readFault } from './read-fault';
export { handlePromisesIn, type Unwritable, unwritableIn, unwritableKind } from './unwritable';
export { type BegunPart, runObserved, type WorkObserver, type WorkPart } from './work-observer';
