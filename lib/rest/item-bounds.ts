import type { ItemBound, ItemShape } from '../core';
import type { EntityMetadata } from '../metadata';
import type { Operation } from './operation/operation';
import { definitionOf } from './verbs/verbs';

/**
 * The limits of `bulk.maxItems` for the bodies of operations, which are counted before they are parsed. What only the
 * parsed content shows is limited later: the number of ids, members by their old names, and the payloads of steps.
 */
export class ItemBounds {
  readonly #shapes = new Map<EntityMetadata, ItemShape>();

  /** @returns undefined for an operation that reads no body */
  of(operation: Operation): ItemBound | undefined {
    const { items } = definitionOf(operation);
    if (!items) return undefined;
    const most = operation.input.maxItems;
    return {
      most,
      shape: items.shape === 'payload' ? this.#shapeOf(operation.entity) : items.shape,
      tooMany: (count, request) => items.tooMany(count, most, request),
    };
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
