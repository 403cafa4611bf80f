import type { ItemBound, ItemShape } from '../core';
import type { EntityMetadata } from '../metadata';
import { tooManySteps } from './batch/read-steps';
import { idCount } from './chain/requested-keys';
import type { Operation } from './operation/operation';
import { tooManyArrayElements, tooManyElements } from './payload/limit-elements';

/**
 * The limits of `bulk.maxItems` for the bodies of operations, which are counted before they are parsed. What only the
 * parsed content shows is limited later: the number of ids, members by their old names, and the payloads of steps.
 */
export class ItemBounds {
  readonly #shapes = new Map<EntityMetadata, ItemShape>();

  /** @returns undefined for an operation that reads no body */
  of({ verb, entity, input }: Operation): ItemBound | undefined {
    const most = input.maxItems;
    switch (verb) {
      case 'create':
      case 'replace':
        return { most, shape: this.#shapeOf(entity), tooMany: (count) => tooManyElements(count, most, 1) };
      case 'update': {
        const tooMany: ItemBound['tooMany'] = (count, request) => tooManyElements(count, most, idCount(request));
        return { most, shape: this.#shapeOf(entity), tooMany };
      }
      case 'act':
        return { most, shape: ANY_ARRAY, tooMany: (count) => tooManyArrayElements(count, most) };
      case 'batch':
        return { most, shape: STEPS, tooMany: (count) => tooManySteps(count, most) };
      default:
        return undefined;
    }
  }

  /** The shape of a payload or an array of payloads; entities that contain each other have shapes that do. */
  #shapeOf(entity: EntityMetadata): ItemShape {
    const known = this.#shapes.get(entity);
    if (known) return known;
    const members = new Map<string, ItemShape>();
    const shape: ItemShape = {
      get elements() {
        return shape;
      },
      members,
      isItem: true,
    };
    this.#shapes.set(entity, shape);
    for (const { wireName, target } of entity.collections.values()) members.set(wireName, this.#shapeOf(target));
    return shape;
  }
}

const STEPS: ItemShape = { members: new Map([['steps', { elements: {} }]]) };

/** The elements of all arrays, at every level. */
const ANY_ARRAY: ItemShape = {
  get elements() {
    return ANY_ARRAY;
  },
  get others() {
    return ANY_ARRAY;
  },
};
