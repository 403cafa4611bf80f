export type { Changes, Expectation } from './changes';
export { createEntities } from './create-entities';
export { deleteEntities } from './delete-entities';
export { type EntityTree, leaf, type RowTree } from './entity-tree';
export {
  EntityChangedTwiceError,
  EntityHeldError,
  EntityNotFoundError,
  EntityReferredToError,
  ReferenceNotFoundError,
} from './errors';
export { CHUNK_SIZE, listEntities } from './list-entities';
export { listPage, type PageOfEntities } from './list-page';
export { completeTrees, loadChildren } from './load-children';
export { readEntities } from './read-entities';
export { type ActionCall, runAction } from './run-action';
export { type Updating, updateEntities } from './update-entities';
export { updateViolations } from './update-violations';
