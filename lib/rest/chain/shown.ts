import { DeferredContent } from '../../core';
import type { RowTree } from '../../operations';
import type { Selection } from '../../persistence';
import { listJson, represent, representJson } from './representation';

/** The content of a response: one entity, or an array of them. */
export function shown(trees: readonly RowTree[], selection: Selection, isList: boolean): DeferredContent {
  const [one] = trees;
  if (one && !isList) {
    return new DeferredContent(
      () => represent(one, selection),
      () => representJson(one, selection),
    );
  }
  return new DeferredContent(
    () => trees.map((tree) => represent(tree, selection)),
    () => listJson(trees, selection),
    true,
  );
}

/** An array of entities as the last member of an object. */
export function shownIn(envelope: object, name: string, trees: readonly RowTree[], selection: Selection) {
  return new DeferredContent(
    () => ({ ...envelope, [name]: trees.map((tree) => represent(tree, selection)) }),
    () => `${JSON.stringify(envelope).slice(0, -1)},"${name}":${listJson(trees, selection)}}`,
  );
}
