export type { Changes } from './changes';
export { createEntities } from './create-entities';
export { deleteEntities } from './delete-entities';
export { type EntityTree, leaf, type RowTree } from './entity-tree';
export {
  ChangeDeniedError,
  EntityChangedTwiceError,
  EntityHeldError,
  EntityNotFoundError,
  EntityReferredToError,
  ReferenceNotFoundError,
} from './errors';
export { listEntities } from './list-entities';
export { listPage } from './list-page';
export { readEntities } from './read-entities';
export { runAction } from './run-action';
export { updateEntities } from './update-entities';
export { updateViolations } from './update-violations';
