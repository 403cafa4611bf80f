/** The domain as the map shows it: what is hidden is not in it. */
export interface DomainMap {
  /** Of the application. */
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
  /** The root first, then the children; a class that is reached through several aggregates stands in the first. */
  readonly entities: readonly [MapEntity, ...MapEntity[]];
}

export interface MapEntity {
  /** The class: `OrderItem`. */
  readonly name: string;
  readonly isRoot: boolean;
  readonly fields: readonly MapField[];
  /** What holds of an aggregate after every write: of its root. */
  readonly invariants: readonly MapInvariant[];
  readonly resources: readonly MapResource[];
}

export interface MapInvariant {
  readonly name: string;
  /** Where it does not hold. */
  readonly message: string;
}

export interface MapField {
  /** As in JSON: `order_id`. */
  readonly name: string;
  /** `text(20)`, `decimal(10, 2)`. */
  readonly type: string;
  /** Of an enum. */
  readonly values?: readonly string[];
  readonly marks: readonly FieldMark[];
}

export type FieldMark = 'key' | 'required' | 'unique' | 'searchable' | 'read-only' | 'write-only';

/** What is done at one path: `/orders/{order_id}/order_items`. */
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
  /** To the operation in the API reference, where that is served. */
  readonly link?: string;
}

/** How many of one end belong to one of the other. */
export type Cardinality = 'one' | 'optional' | 'many';

export interface MapAssociation {
  /** The owner: whose collection it is. Of a plain reference, the class that is referred to. */
  readonly from: MapEntity;
  readonly to: MapEntity;
  /** What `from` calls the other class in JSON: `payments`; one of the two names is there. */
  readonly fromName?: string;
  /** What `to` calls the other class: `order`. */
  readonly toName?: string;
  readonly fromCardinality: Cardinality;
  readonly toCardinality: Cardinality;
  /** Whether the root holds it: children are reached through it alone. */
  readonly isContained: boolean;
}

/** The names on both sides: `payments / order`. */
export function labelOf({ fromName, toName }: MapAssociation): string {
  return [fromName, toName].filter(Boolean).join(' / ');
}
