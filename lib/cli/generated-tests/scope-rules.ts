import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { SCOPE, type ScopeEntry, type ScopeRule } from '../../security';

export function scopeRulesOf({ annotations }: EntityMetadata): readonly ScopeRule[] {
  return ((annotations.get(SCOPE) ?? []) as readonly ScopeEntry[]).map(({ rule }) => rule);
}

/** The field of an equality in the result of a rule; undefined for other operators, and for fields of associated entities. */
export function fieldNamedBy({ fields, wireNames }: EntityMetadata, member: string): FieldMetadata | undefined {
  return fields.get(wireNames.toDomain(member) ?? '');
}
