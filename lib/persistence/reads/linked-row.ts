import type { Entity } from '../models/domain-model';
import { decimalText, plainInteger } from '../models/exact-numbers';
import { LINKED_PARENT, type Links } from './links';
import type { Row } from './row';

/** A child of a many-to-many collection with the fields of its row in the join table. */
export class LinkedRow implements Row {
  /** @param link undefined when the child is no longer linked */
  constructor(
    readonly child: Row,
    readonly link: Entity | undefined,
    private readonly links: Pick<Links, 'fields' | 'association'>,
  ) {}

  /** The row that has a field: the child, or its row in the join table. */
  rowOf(name: string): Row {
    return (this.links.fields.has(name) ? this.link : undefined) ?? this.child;
  }

  get(name: string): unknown {
    const { fields, association } = this.links;
    if (name === LINKED_PARENT) return this.link?.get(association.foreignKey);
    const field = fields.get(name);
    if (!field) return this.child.get(name);
    const value = this.link?.get(name) ?? null;
    if (field.type.kind === 'decimal') return decimalText(value, field.type.scale);
    const isWhole = field.type.kind === 'integer' || field.type.kind === 'duration';
    return isWhole && typeof value === 'string' ? plainInteger(value) : value;
  }
}
