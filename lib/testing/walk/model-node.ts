import type { CollectionPath } from '../../metadata';

/** An entity of the model, with its children. */
export interface ModelNode {
  readonly key: string;
  /** The values of the last write, as responses contain them. */
  representation: Readonly<Record<string, unknown>>;
  readonly place: CollectionPath;
  readonly parent?: ModelNode;
  children: ModelNode[];
}

/** A plain tree of objects with which a random walk compares the application. */
export class AggregateModel {
  readonly roots: ModelNode[] = [];

  /** All entities, parents before their children. */
  get nodes(): readonly ModelNode[] {
    const below = (node: ModelNode): ModelNode[] => [node, ...node.children.flatMap(below)];
    return this.roots.flatMap(below);
  }

  /**
   * The entities of a collection below a parent, or the roots.
   *
   * @internal
   */
  at(place: CollectionPath, parent?: ModelNode): readonly ModelNode[] {
    return parent ? parent.children.filter((child) => child.place === place) : this.roots;
  }

  add(node: ModelNode): void {
    if (node.parent) node.parent.children.push(node);
    else this.roots.push(node);
  }

  /** Removes an entity with its children. */
  remove(node: ModelNode): void {
    const siblings = node.parent ? node.parent.children : this.roots;
    siblings.splice(siblings.indexOf(node), 1);
  }
}
