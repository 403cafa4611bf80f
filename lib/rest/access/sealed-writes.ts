import type { AggregateMetadata, CollectionMetadata, CollectionPath, EntityMetadata } from '../../metadata';
import { type PlaceWrites, writesAt } from '../../security';

/** A place of an aggregate, and those below it. */
interface WritePlace {
  readonly writes: PlaceWrites;
  readonly below: Map<CollectionMetadata, WritePlace>;
}

/** What writes require at the places of a sealed model, so that no request works it out. */
export class SealedWrites {
  readonly #places = new Map<EntityMetadata, WritePlace>();

  constructor(aggregates: readonly Pick<AggregateMetadata, 'root' | 'paths'>[]) {
    for (const { root, paths } of aggregates) {
      this.#places.set(root, newPlace(root, []));
      // Shorter paths come first.
      for (const path of paths) this.#placeAt(root, path.slice(0, -1))?.below.set(path.at(-1)!, newPlace(root, path));
    }
  }

  /** Payloads may go deeper than routes: what they require there is worked out. */
  at(root: EntityMetadata, path: CollectionPath): PlaceWrites {
    return this.#placeAt(root, path)?.writes ?? writesAt(root, path);
  }

  #placeAt(root: EntityMetadata, path: CollectionPath): WritePlace | undefined {
    let place = this.#places.get(root);
    for (const collection of path) place = place?.below.get(collection);
    return place;
  }
}

function newPlace(root: EntityMetadata, path: CollectionPath): WritePlace {
  return { writes: writesAt(root, path), below: new Map() };
}
