export { furtherViolations, type RejectedWrite } from './all-violations';
export type { Changes, ExpandedReference, Expectation, MergedColumn } from './changes';
export type { ConditionalSearch } from './conditional-search';
export { createEntities } from './create-entities';
export { deleteEntities } from './delete-entities';
export { type EntityTree, leaf, type RowTree } from './entity-tree';
export {
  ChangeDeniedError,
  ChildExistsError,
  ChildNotFoundError,
  EntityChangedTwiceError,
  EntityHasChildrenError,
  EntityNotFoundError,
  EntityReferencedError,
  ReferenceNotFoundError,
  TooManyRemovalsError,
  ValuesExchangedError,
} from './errors';
export { listEntities } from './list-entities';
export { listPage, type PageOfEntities } from './list-page';
export { listSlice, type Slice, type SliceOfEntities } from './list-slice';
export { readRootBack } from './read-back';
export { readEntities } from './read-entities';
export { rejectedReplacement, replaceChildren } from './replace-children';
export { restoreEntities } from './restore-entities';
export { RootCheck, type RootConditions } from './root-check';
export { type ActionArguments, runAction } from './run-action';
export { saveSingle } from './save-single';
export { unitedSelection } from './united-selection';
export { updateEntities } from './update-entities';
