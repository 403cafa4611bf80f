import { type EntityMetadata, everyField, type FieldMetadata } from '../../metadata';
import { isRequired, isWritable, settersOf } from '../access/writable';

/** A field that is checked if the payload of a create does not have it. */
export interface AbsentField {
  readonly field: FieldMetadata;
  /** Whether it is required; if not, its constraints are checked with no value. */
  readonly isRequired: boolean;
  /** The wire names of references and computed fields that can be sent in place of the required field. */
  readonly setBy: readonly string[];
}

/** The fields that a create has to check where they are absent. */
export function absentFieldsOf(entity: EntityMetadata): readonly AbsentField[] {
  return everyField(entity).flatMap((field) => absentFieldOf(entity, field) ?? []);
}

function absentFieldOf(entity: EntityMetadata, field: FieldMetadata): AbsentField | undefined {
  if (isRequired(entity, field)) return { field, isRequired: true, setBy: alternativesTo(entity, field) };
  const hasConstraints = isWritable(entity, field, 'create') && !field.hasDefault && field.constraints.length > 0;
  return hasConstraints ? { field, isRequired: false, setBy: [] } : undefined;
}

function alternativesTo(entity: EntityMetadata, field: FieldMetadata): readonly string[] {
  const references = [...entity.references.values()].filter(({ foreignKey }) => foreignKey === field.name);
  return [...references, ...settersOf(entity, field)].map(({ wireName }) => wireName);
}
