/** The content of the map, without hidden fields and collections. */
export interface DomainMap {
  /** The name of the application. */
  readonly name: string;
  readonly aggregates: readonly MapAggregate[];
  readonly associations: readonly MapAssociation[];
  /** Routes that belong to no aggregate. */
  readonly otherOperations: readonly MapOperation[];
}

export interface MapAggregate {
  readonly name: string;
  /** `/orders` */
  readonly path: string;
  /** The root, then its children. A class that several aggregates contain is part of the first one. */
  readonly entities: readonly [MapEntity, ...MapEntity[]];
}

export interface MapEntity {
  /** The class name: `OrderItem`. */
  readonly name: string;
  readonly isRoot: boolean;
  readonly fields: readonly MapField[];
  /** Empty for children. */
  readonly invariants: readonly MapInvariant[];
  readonly resources: readonly MapResource[];
}

export interface MapInvariant {
  readonly name: string;
  /** The message when it is violated. */
  readonly message: string;
}

export interface MapField {
  /** The wire name: `order_id`. */
  readonly name: string;
  /** `text(20)`, `decimal(10, 2)`. */
  readonly type: string;
  /** The values of an enum. */
  readonly values?: readonly string[];
  readonly marks: readonly FieldMark[];
}

export type FieldMark = 'key' | 'required' | 'unique' | 'searchable' | 'read-only' | 'write-only';

/** The operations of one path: `/orders/{order_id}/order_items`. */
export interface MapResource {
  readonly path: string;
  readonly operations: readonly MapOperation[];
}

export interface MapOperation {
  /** `create`, or `cancel(reason)` for an action. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly permissions: readonly string[];
  /** The URL of the operation in the API reference; undefined when that is not served. */
  readonly link?: string;
}

export type Cardinality = 'one' | 'optional' | 'many';

export interface MapAssociation {
  /** The owner of the collection, or the target of a reference without a collection. */
  readonly from: MapEntity;
  readonly to: MapEntity;
  /** The wire name of the association in `from`: `payments`. At least one of the two names is set. */
  readonly fromName?: string;
  /** The wire name of the association in `to`: `order`. */
  readonly toName?: string;
  readonly fromCardinality: Cardinality;
  readonly toCardinality: Cardinality;
  /** Whether `to` is a child of the aggregate, not a root. */
  readonly isContained: boolean;
}

/** The names of both sides: `payments / order`. */
export function labelOf({ fromName, toName }: MapAssociation): string {
  return [fromName, toName].filter(Boolean).join(' / ');
}
