import { type Declarations, WHOLE } from './declarations';
import { MetadataError, type MetadataErrorCode } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass, EntityDescription, FieldDescription } from './types';

/** One class with what it says of itself, and where its mistakes go. */
interface Case {
  readonly type: DomainClass;
  readonly declared: Declarations;
  readonly description: EntityDescription;
  readonly mistakes: ModelMistakes;
}

/** Checks the marks of one class against its columns and associations, and notes each that cannot work where it stands. */
export function verifyDeclarations(
  type: DomainClass,
  declared: Declarations,
  description: EntityDescription,
  mistakes: ModelMistakes,
): void {
  const one: Case = { type, declared, description, mistakes };
  verifyCollections(one);
  verifySearchable(one);
  verifyAccess(one);
  verifyConstraints(one);
  verifyAnnotations(one);
  verifyEntityKey(one);
  for (const [argument] of marksOf(one, declared.arguments)) note(one, 'ARGUMENT_ON_ENTITY', argument);
}

function note({ type, mistakes }: Case, code: MetadataErrorCode, member: string, ...facts: string[]): void {
  mistakes.add(new MetadataError(code, type.name, member, ...facts));
}

/** The marks on members; nothing more is said of those that were left out. */
function marksOf<M>({ type, mistakes }: Case, marks: ReadonlyMap<string, M>): [string, M][] {
  return [...marks].filter(([member]) => !mistakes.isLeftOut(type, member));
}

function verifyCollections(one: Case): void {
  const { declared, description } = one;
  for (const [property, { embed, read }] of marksOf(one, declared.collections)) {
    const isCollection = description.collections.some((collection) => collection.property === property);
    const isSecret = read === false || declared.access.get(property) === 'hidden';
    if (!isCollection) note(one, 'COLLECTION_WITHOUT_ASSOCIATION', property);
    else if (embed && isSecret) note(one, 'EMBED_UNREADABLE', property);
  }
}

function verifySearchable(one: Case): void {
  for (const [name] of marksOf(one, one.declared.searchable)) {
    const field = fieldOf(one, name);
    const [code, ...facts] = (field ? searchFault(one, field) : noColumn(one, name)) ?? [];
    if (code) note(one, code, name, ...facts);
  }
}

type Fault = readonly [MetadataErrorCode, ...string[]];

function noColumn({ description: { collections, references } }: Case, name: string): Fault {
  const isAssociation = [...collections, ...references].some(({ property }) => property === name);
  return [isAssociation ? 'SEARCHABLE_ASSOCIATION' : 'SEARCHABLE_NOT_A_FIELD'];
}

function searchFault({ declared }: Case, { name, type }: FieldDescription): Fault | undefined {
  const access = declared.access.get(name);
  if (access === 'hidden' || access === 'writeOnly') return ['SEARCHABLE_HIDDEN'];
  if (type.kind === 'json') return ['SEARCHABLE_TYPE', 'JSON'];
  return type.kind === 'opaque' ? ['SEARCHABLE_TYPE', type.name] : undefined;
}

function verifyAccess(one: Case): void {
  const marks = { hidden: '@Hidden', readOnly: '@ReadOnly', writeOnly: '@WriteOnly', open: '' };
  const associations = [...one.description.collections, ...one.description.references];
  for (const [field, access] of marksOf(one, one.declared.access)) {
    const isHiddenAssociation = access === 'hidden' && associations.some(({ property }) => property === field);
    if (!fieldOf(one, field) && !isHiddenAssociation) note(one, 'FIELD_MARK_WITHOUT_FIELD', field, marks[access]);
  }
}

function verifyConstraints(one: Case): void {
  for (const [field] of marksOf(one, one.declared.constraints)) {
    if (field !== WHOLE && !fieldOf(one, field)) note(one, 'FIELD_MARK_WITHOUT_FIELD', field, '@Constraint');
  }
}

function verifyAnnotations(one: Case): void {
  const { fields, collections } = one.description;
  const names = [...fields.map(({ name }) => name), ...collections.map(({ property }) => property)];
  const known = new Set([WHOLE, ...names, ...one.declared.actions.map(({ method }) => method)]);
  for (const [member, marks] of marksOf(one, one.declared.annotations)) {
    const [mark] = marks.keys();
    if (known.has(member) || !mark) continue;
    note(one, 'ANNOTATION_MISPLACED', member, mark.description ?? 'with an annotation');
  }
}

function verifyEntityKey(one: Case): void {
  const [key, ...others] = marksOf(one, one.declared.entityKeys).map(([name]) => name);
  if (key === undefined) return;
  if (others.length > 0) return note(one, 'ENTITY_KEY_TWICE', [key, ...others].join(', '));
  const field = fieldOf(one, key);
  if (!field) return note(one, 'ENTITY_KEY_NOT_A_FIELD', key);
  const access = one.declared.access.get(key);
  if (access === 'hidden' || access === 'writeOnly') return note(one, 'ENTITY_KEY_HIDDEN', key);
  const isUnique = field.isPrimaryKey || (field.isUnique && !field.isNullable);
  if (!isUnique) note(one, 'ENTITY_KEY_NOT_UNIQUE', key);
}

function fieldOf({ description: { fields } }: Case, name: string): FieldDescription | undefined {
  return fields.find((field) => field.name === name);
}
