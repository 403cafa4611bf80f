import { snakeCase } from '../naming';
import { annotationsOf, type Declarations } from './declarations';
import { describeLarge } from './describe-large';
import type { FieldDescription, FieldMetadata, RenamedMember } from './types/fields';

/** The metadata of a column. @param type of the field, where it is not that of the column (`@Duration`) */
export function describeField(field: FieldDescription, declared: Declarations, type = field.type): FieldMetadata {
  return Object.freeze({
    ...field,
    type,
    wireName: snakeCase(field.name),
    access: declared.access.get(field.name) ?? 'open',
    searchable: declared.searchable.get(field.name),
    renamed: renamedOf(declared, field.name),
    large: describeLarge(field, declared.large.get(field.name)),
    constraints: declared.constraints.get(field.name) ?? [],
    annotations: annotationsOf(declared, field.name),
  });
}

/** The old name of a member, as the wire has it. */
export function renamedOf({ renamed }: Declarations, member: string): RenamedMember | undefined {
  const declared = renamed.get(member);
  return declared && Object.freeze({ ...declared, name: snakeCase(declared.name) });
}
