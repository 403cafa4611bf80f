export type { Changes, Expectation } from './changes';
export { createEntities } from './create-entities';
export { deleteEntities } from './delete-entities';
export { type EntityTree, leaf } from './entity-tree';
export { EntityHeldError, EntityNotFoundError, ReferenceNotFoundError } from './errors';
export { listEntities } from './list-entities';
export { completeTrees, loadChildren, streamChildren } from './load-children';
export { readEntities } from './read-entities';
export { type Updating, updateEntities } from './update-entities';
