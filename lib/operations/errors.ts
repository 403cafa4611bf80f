import type { NamedCollection, NamedEntity } from '../metadata';

/** No entity has the key at that place; a child under another parent is not found either. */
export class EntityNotFoundError extends Error {
  override readonly name = 'EntityNotFoundError';

  /**
   * @param keys    the keys that were not found
   * @param isBulk  whether the request has several keys, so that the response lists the missing ones
   */
  constructor(
    readonly entity: NamedEntity,
    readonly keys: readonly (string | number)[],
    readonly isBulk = false,
  ) {
    super(`No ${entity.name} with the key ${keys.join(', ')} was found.`);
  }
}

/** A parent has no single child in an association. */
export class ChildNotFoundError extends Error {
  override readonly name = 'ChildNotFoundError';

  constructor(readonly collection: NamedCollection) {
    super(`The ${collection.owner.name} has no ${collection.property}.`);
  }
}

/** A parent has a single child already, which may not be updated, or is not visible to the principal. */
export class ChildExistsError extends Error {
  override readonly name = 'ChildExistsError';

  constructor(readonly collection: NamedCollection) {
    super(`The ${collection.owner.name} has its ${collection.property} already: update it instead.`);
  }
}

/** An entity cannot be deleted because it has children that are not deleted with it. */
export class EntityHasChildrenError extends Error {
  override readonly name = 'EntityHasChildrenError';

  constructor(readonly collection: NamedCollection) {
    const { owner, target, property } = collection;
    super(`${owner.name} has ${target.name} entities in ${property}: delete them first.`);
  }
}

/** An entity cannot be deleted because entities outside its aggregate refer to it. */
export class EntityReferencedError extends Error {
  override readonly name = 'EntityReferencedError';

  /** @param referrer the name of the entities' class, or of one of several */
  constructor(
    readonly entity: NamedEntity,
    readonly referrer: string,
    options?: ErrorOptions,
  ) {
    super(
      `${referrer} entities still refer to the ${entity.name}: delete them, or point them elsewhere, first.`,
      options,
    );
  }
}

/** A payload changes a field that the principal may not change. */
export class ChangeDeniedError extends Error {
  override readonly name = 'ChangeDeniedError';

  /** @param denial the denial of the expectation, which becomes the response */
  constructor(
    field: string,
    readonly denial: object,
  ) {
    super(`The principal may not change the field ${field}: nothing was changed.`);
  }
}

/** A payload omits more children of a collection that it replaces than one request may remove. */
export class TooManyRemovalsError extends Error {
  override readonly name = 'TooManyRemovalsError';

  constructor(
    readonly collection: NamedCollection,
    readonly limit: number,
  ) {
    super(
      `More than ${limit} children would be removed from ${collection.owner.name}.${collection.property} at once: delete some of them first.`,
    );
  }
}

/** The message of a reference beside other violations. */
export function missingMessage({ name }: NamedEntity, key: unknown): string {
  return `refers to the ${name} ${key}, which does not exist`;
}

/** A foreign key in a payload refers to an entity that does not exist. */
export class ReferenceNotFoundError extends Error {
  override readonly name = 'ReferenceNotFoundError';

  /**
   * @param path   domain names and indexes from the payload down to the foreign key
   * @param others the further foreign keys of the payload that refer to nothing
   */
  constructor(
    readonly path: readonly (string | number)[],
    readonly target: NamedEntity,
    readonly key: string | number,
    options?: ErrorOptions,
    readonly others: readonly ReferenceNotFoundError[] = [],
  ) {
    const message = `${path.join('.')} refers to the ${target.name} ${key}, which does not exist.`;
    super([message, ...others.map((other) => other.message)].join(' '), options);
  }
}

/** Entities of one payload would take unique values from each other, and no column of the index may be null meanwhile. */
export class ValuesExchangedError extends Error {
  override readonly name = 'ValuesExchangedError';

  /** @param fields those of the unique index that are not hidden */
  constructor(
    readonly entity: NamedEntity,
    readonly fields: readonly string[],
    options?: ErrorOptions,
  ) {
    const values = fields.join(' and ') || 'unique values';
    super(
      `${entity.name} entities of the payload take the ${values} of each other, which the database does not allow in one write: send two requests, the first of which sets another value, or make a column of the unique index nullable.`,
      options,
    );
  }
}

/** Domain code has changed two instances of the same row: it is not clear which of the two to save. */
export class EntityChangedTwiceError extends Error {
  override readonly name = 'EntityChangedTwiceError';

  constructor(entity: string) {
    super(
      `An action has read the same ${entity} twice and changed both instances: read children by collection(), which returns the same instance again, or save the first change before the second read.`,
    );
  }
}
