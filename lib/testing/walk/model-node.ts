import type { CollectionPath } from '../../metadata';

/** An entity as the model has it: what is known of it, and what is below it. */
export interface ModelNode {
  readonly key: string;
  /** What was sent last, as responses show it. */
  shown: Readonly<Record<string, unknown>>;
  readonly place: CollectionPath;
  readonly parent?: ModelNode;
  children: ModelNode[];
}

/** The plain tree of objects that a random walk compares the application with. */
export class AggregateModel {
  readonly roots: ModelNode[] = [];

  /** All that are there, the roots first. */
  get nodes(): readonly ModelNode[] {
    const below = (node: ModelNode): ModelNode[] => [node, ...node.children.flatMap(below)];
    return this.roots.flatMap(below);
  }

  /** Those at a place; below one parent where the place is a collection. */
  at(place: CollectionPath, parent?: ModelNode): readonly ModelNode[] {
    return parent ? parent.children.filter((one) => one.place === place) : this.roots;
  }

  add(node: ModelNode): void {
    if (node.parent) node.parent.children.push(node);
    else this.roots.push(node);
  }

  /** With all below it. */
  remove(node: ModelNode): void {
    const siblings = node.parent ? node.parent.children : this.roots;
    siblings.splice(siblings.indexOf(node), 1);
  }
}
