import type { CollectionMetadata, EntityMetadata } from '../metadata';
import type { EntityKey } from '../persistence';

/** No entity has the key at that place; a child under another parent is not found either. */
export class EntityNotFoundError extends Error {
  override readonly name = 'EntityNotFoundError';

  /**
   * @param keys      those that were not found; texts, where a request has them
   * @param isOfList  whether several were asked for, so that the response lists them
   */
  constructor(
    readonly entity: EntityMetadata,
    readonly keys: readonly EntityKey[],
    readonly isOfList = false,
  ) {
    super(`No ${entity.name} with the key ${keys.join(', ')} was found.`);
  }
}

/** A parent has no single child in an association. */
export class ChildMissingError extends Error {
  override readonly name = 'ChildMissingError';

  constructor(readonly collection: CollectionMetadata) {
    super(`The ${collection.owner.name} has no ${collection.property}.`);
  }
}

/** A parent has a single child already, which cannot be changed, or that who asks cannot know of. */
export class ChildPresentError extends Error {
  override readonly name = 'ChildPresentError';

  constructor(readonly collection: CollectionMetadata) {
    super(`The ${collection.owner.name} has its ${collection.property} already.`);
  }
}

/** An entity cannot be deleted while roots of their own belong to it. */
export class EntityHeldError extends Error {
  override readonly name = 'EntityHeldError';

  constructor(readonly collection: CollectionMetadata) {
    const { owner, target, property } = collection;
    super(`${owner.name} has ${target.name} entities in ${property}: delete them first.`);
  }
}

/** An entity cannot be deleted while entities outside its aggregate refer to it. */
export class EntityReferredToError extends Error {
  override readonly name = 'EntityReferredToError';

  /** @param referrer the name of the class of those entities, or of one of several */
  constructor(
    readonly entity: EntityMetadata,
    readonly referrer: string,
    options?: ErrorOptions,
  ) {
    super(
      `${referrer} entities still refer to the ${entity.name}: delete them, or point them elsewhere, first.`,
      options,
    );
  }
}

/** A payload changes a field that who asks may not change. */
export class ChangeDeniedError extends Error {
  override readonly name = 'ChangeDeniedError';

  /** @param denial as the expectation has it */
  constructor(
    field: string,
    readonly denial: object,
  ) {
    super(`The field ${field} may not be changed by who asks: nothing was changed.`);
  }
}

/** A payload leaves out more children of a collection that it replaces than may go at once. */
export class TooManyLeftOutError extends Error {
  override readonly name = 'TooManyLeftOutError';

  constructor(
    readonly collection: CollectionMetadata,
    readonly most: number,
  ) {
    super(`More than ${most} children would go from ${collection.owner.name}.${collection.property} at once.`);
  }
}

/** A foreign key in a payload refers to an entity that does not exist. */
export class ReferenceNotFoundError extends Error {
  override readonly name = 'ReferenceNotFoundError';

  /** @param path domain names and indexes from the payload down to the foreign key */
  constructor(
    readonly path: readonly (string | number)[],
    readonly target: EntityMetadata,
    readonly key: EntityKey,
    options?: ErrorOptions,
  ) {
    super(`${path.join('.')} refers to the ${target.name} ${key}, which does not exist.`, options);
  }
}

/** Domain code has read one row twice, and changed both entities: which of the two is meant cannot be known. */
export class EntityChangedTwiceError extends Error {
  override readonly name = 'EntityChangedTwiceError';

  constructor(entity: string) {
    super(
      `An action has read one ${entity} twice and changed both of the entities: read children by collection(), which gives the same entity again, or save the first change before the second read.`,
    );
  }
}
