import { DeferredContent } from '../../core';
import type { RowTree } from '../../operations';
import type { Selection } from '../../persistence';
import { noteOldNames, oldNames } from './old-names-in-content';
import { listJson, represent, representJson } from './representation';

/** The content of a response: one entity, or an array of entities. */
export function entityContent(trees: readonly RowTree[], selection: Selection, isList: boolean): DeferredContent {
  const [tree] = trees;
  if (tree && !isList) {
    const content = new DeferredContent(
      () => represent(tree, selection),
      () => representJson(tree, selection),
    );
    return oldNames.areServed ? noteOldNames(content, selection) : content;
  }
  const content = new DeferredContent(
    () => trees.map((tree) => represent(tree, selection)),
    () => listJson(trees, selection),
    true,
  );
  return oldNames.areServed ? noteOldNames(content, selection) : content;
}

/** An object with an array of entities as its last member. */
export function envelopeContent(envelope: object, name: string, trees: readonly RowTree[], selection: Selection) {
  const content = new DeferredContent(
    () => ({ ...envelope, [name]: trees.map((tree) => represent(tree, selection)) }),
    () => `${JSON.stringify(envelope).slice(0, -1)},"${name}":${listJson(trees, selection)}}`,
  );
  return oldNames.areServed ? noteOldNames(content, selection) : content;
}
