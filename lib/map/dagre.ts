/** The part of `@dagrejs/dagre` that is used. The package is optional, so that its own types may be missing. */
export interface Dagre {
  readonly graphlib: {
    readonly Graph: new (options: { readonly compound: boolean; readonly multigraph: boolean }) => DagreGraph;
    readonly alg: { components(graph: DagreGraph): string[][] };
  };
  layout(graph: DagreGraph): void;
}

export interface DagreGraph {
  setGraph(options: object): unknown;
  setNode(id: string, label: { readonly width?: number; readonly height?: number }): unknown;
  setParent(id: string, parent: string): unknown;
  setEdge(from: string, to: string, label: object, name: string): unknown;
  /** After the layout, `x` and `y` are the center of the node. */
  node(id: string): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  edge(from: string, to: string, name: string): DagreEdge;
}

export interface DagreEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** The center of the label. */
  readonly x: number;
  readonly y: number;
}
