import { type Declarations, WHOLE } from './declarations';
import { MetadataError } from './errors';
import type { DomainClass, EntityDescription } from './types';

/**
 * Checks the marks of one class against its columns and associations.
 *
 * @throws MetadataError for the first mark that stands where it cannot work
 */
export function verifyDeclarations(type: DomainClass, declared: Declarations, description: EntityDescription): void {
  verifyCollections(type, declared, description);
  verifySearchable(type, declared, description);
  verifyAccess(type, declared, description);
  verifyConstraints(type, declared, description);
  verifyAnnotations(type, declared, description);
  verifyEntityKey(type, declared, description);
  const [argument] = declared.arguments.keys();
  if (argument !== undefined) throw new MetadataError('ARGUMENT_ON_ENTITY', type.name, argument);
}

function verifyCollections(type: DomainClass, declared: Declarations, { collections }: EntityDescription): void {
  for (const [property, { embed, read }] of declared.collections) {
    if (collections.every((collection) => collection.property !== property)) {
      throw new MetadataError('COLLECTION_WITHOUT_ASSOCIATION', type.name, property);
    }
    const isSecret = read === false || declared.access.get(property) === 'hidden';
    if (embed && isSecret) throw new MetadataError('EMBED_UNREADABLE', type.name, property);
  }
}

function verifySearchable(type: DomainClass, declared: Declarations, description: EntityDescription): void {
  const associations = [...description.collections, ...description.references];
  for (const field of declared.searchable.keys()) {
    if (associations.some(({ property }) => property === field)) {
      throw new MetadataError('SEARCHABLE_ASSOCIATION', type.name, field);
    }
    if (!hasField(description, field)) throw new MetadataError('SEARCHABLE_NOT_A_FIELD', type.name, field);
    const access = declared.access.get(field);
    if (access === 'hidden' || access === 'writeOnly') throw new MetadataError('SEARCHABLE_HIDDEN', type.name, field);
    verifyComparable(type, field, description);
  }
}

function verifyComparable(type: DomainClass, name: string, { fields }: EntityDescription): void {
  const column = fields.find((field) => field.name === name)!.type;
  if (column.kind === 'json') throw new MetadataError('SEARCHABLE_TYPE', type.name, name, 'JSON');
  if (column.kind === 'opaque') throw new MetadataError('SEARCHABLE_TYPE', type.name, name, column.name);
}

function verifyAccess(type: DomainClass, declared: Declarations, description: EntityDescription): void {
  const marks = { hidden: '@Hidden', readOnly: '@ReadOnly', writeOnly: '@WriteOnly', open: '' };
  const associations = [...description.collections, ...description.references];
  for (const [field, access] of declared.access) {
    const isHiddenAssociation = access === 'hidden' && associations.some(({ property }) => property === field);
    if (hasField(description, field) || isHiddenAssociation) continue;
    throw new MetadataError('FIELD_MARK_WITHOUT_FIELD', type.name, field, marks[access]);
  }
}

function verifyConstraints(type: DomainClass, { constraints }: Declarations, description: EntityDescription): void {
  for (const field of constraints.keys()) {
    if (field === WHOLE || hasField(description, field)) continue;
    throw new MetadataError('FIELD_MARK_WITHOUT_FIELD', type.name, field, '@Constraint');
  }
}

function verifyAnnotations(
  type: DomainClass,
  { annotations, actions }: Declarations,
  { fields, collections }: EntityDescription,
): void {
  const names = [...fields.map(({ name }) => name), ...collections.map(({ property }) => property)];
  const known = new Set([WHOLE, ...names, ...actions.map(({ method }) => method)]);
  for (const [member, marks] of annotations) {
    const [mark] = marks.keys();
    if (known.has(member) || !mark) continue;
    throw new MetadataError('ANNOTATION_MISPLACED', type.name, member, mark.description ?? 'with an annotation');
  }
}

function verifyEntityKey(type: DomainClass, declared: Declarations, { fields }: EntityDescription): void {
  const [key, ...others] = declared.entityKeys.keys();
  if (key === undefined) return;
  if (others.length > 0) throw new MetadataError('ENTITY_KEY_TWICE', type.name, [key, ...others].join(', '));
  const field = fields.find(({ name }) => name === key);
  if (!field) throw new MetadataError('ENTITY_KEY_NOT_A_FIELD', type.name, key);
  const access = declared.access.get(key);
  if (access === 'hidden' || access === 'writeOnly') throw new MetadataError('ENTITY_KEY_HIDDEN', type.name, key);
  if (!field.isPrimaryKey && (!field.isUnique || field.isNullable)) {
    throw new MetadataError('ENTITY_KEY_NOT_UNIQUE', type.name, key);
  }
}

function hasField({ fields }: EntityDescription, name: string): boolean {
  return fields.some((field) => field.name === name);
}
