import { DeferredContent } from '../../core';
import type { RowTree } from '../../operations';
import type { Selection } from '../../persistence';
import { noteShown, oldNames } from './old-names-in-content';
import { listJson, represent, representJson } from './representation';

/** The content of a response: one entity, or an array of them. */
export function shown(trees: readonly RowTree[], selection: Selection, isList: boolean): DeferredContent {
  const [one] = trees;
  if (one && !isList) {
    const content = new DeferredContent(
      () => represent(one, selection),
      () => representJson(one, selection),
    );
    return oldNames.areServed ? noteShown(content, selection) : content;
  }
  const content = new DeferredContent(
    () => trees.map((tree) => represent(tree, selection)),
    () => listJson(trees, selection),
    true,
  );
  return oldNames.areServed ? noteShown(content, selection) : content;
}

/** An array of entities as the last member of an object. */
export function shownIn(envelope: object, name: string, trees: readonly RowTree[], selection: Selection) {
  const content = new DeferredContent(
    () => ({ ...envelope, [name]: trees.map((tree) => represent(tree, selection)) }),
    () => `${JSON.stringify(envelope).slice(0, -1)},"${name}":${listJson(trees, selection)}}`,
  );
  return oldNames.areServed ? noteShown(content, selection) : content;
}
