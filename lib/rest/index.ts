export { codecOf } from '../values';
export { isSecured } from './access/model-rights';
export { readingAssociation, readingEntity, readingField } from './access/reading';
export { isKnownToClients, isRequired, isWritable, setsField, settersOf, type WriteKind } from './access/writable';
export { AggregateConfiguration, type DatabaseSection } from './aggregate-configuration';
export { Application, type ApplicationOptions } from './application';
export type { MatrixMember } from './audit/matrix-members';
export { type MatrixRow, permissionMatrix } from './audit/permission-matrix';
export type { DescribedCall } from './described-call';
export { RESOURCE_ERROR_CODES, ResourceError, type ResourceErrorCode, SCAN_ERROR_CODES } from './errors';
export { KEY_PATTERN } from './idempotency/idempotency-key';
export {
  isAboutSingle,
  type Operation,
  operationOf,
  type Preference,
  type ResponseHeader,
} from './operation/operation';
export { KEY_PARAMETER } from './operation/resource-path';
export { type BypassedOverride, bypassedOverrides } from './overriding/bypassed-overrides';
export { Generated, type GeneratedMethods } from './overriding/generated';
export { Resource, type ResourceClass, type ResourceOptions, type ResourceUse } from './overriding/resource';
export { entityViolations, fieldViolations } from './payload/constraints';
export { referredField } from './payload/referred-field';
export { hasOldPath } from './renames/old-path';
export { MAX_CURSOR } from './search/cursors';
export { oldParameterNames } from './search/old-parameter-names';
export { FULL_TEXT_OPERATOR, MAX_WORDS_LENGTH, OPERATOR_NAMES } from './search/operators';
export { DELETED_VALUES } from './search/read-deleted';
export { sortableFields } from './search/read-sort';
export type { SearchNames } from './search/search-names';
export { isCollection, isVisibleAssociation } from './selection/associations';
export { isVisibleField, visibleFields } from './selection/visible-fields';
export type { GivenContent, TakenContent } from './verbs/verb-definition';
export type { ResponseTexts } from './verbs/verb-words';
export { definitionOf, STEP_OPS } from './verbs/verbs';
