import { singularize, upperFirst } from '../naming';
import { WHOLE_CLASS } from './declarations';
import type { MetadataErrorCode } from './errors';
import type { CollectionDescription, OneOptions } from './types/associations';
import type { FieldDescription, SearchableOptions } from './types/fields';
import { addMistake, fieldOf, marksOf, meantMember, type VerifiedClass } from './verified-class';
import { unsuitedKeyType } from './verify-key-types';
import { verifyLarge } from './verify-large';
import { verifyRenamed } from './verify-renamed';

/** Checks the decorators of a class against its columns and associations, and reports each that cannot work. */
export function verifyDeclarations(verified: VerifiedClass): void {
  verifyCollections(verified);
  verifyElementNames(verified);
  verifySearchable(verified);
  verifyAccess(verified);
  verifyLarge(verified);
  verifyRenamed(verified);
  verifyConstraints(verified);
  verifyAnnotations(verified);
  verifyEntityKey(verified);
  for (const [argument] of marksOf(verified, verified.declared.arguments))
    addMistake(verified, 'ARGUMENT_ON_ENTITY', argument);
  const actions = new Set(verified.declared.actions.map(({ method }) => method));
  for (const method of verified.declared.durationParameters.keys()) {
    if (!actions.has(method)) addMistake(verified, 'DURATION_PARAMETER', method);
  }
}

const WRITES = ['create', 'update', 'delete'] as const;

function verifyCollections(verified: VerifiedClass): void {
  const { declared, description } = verified;
  const kindOf = (property: string) => description.collections.find((found) => found.property === property)?.kind;
  for (const [property, options] of marksOf(verified, declared.collections)) {
    const kind = kindOf(property);
    const isToMany = kind !== undefined && kind !== 'oneToOne';
    if (isToMany) verifyEmbedded(verified, property, options);
    else
      addMistake(
        verified,
        'COLLECTION_WITHOUT_ASSOCIATION',
        property,
        kind ? '@One in its place' : '@HasMany or @BelongsToMany',
        meantMember(verified, property),
      );
    if (isToMany && options.replace && WRITES.every((flag) => options[flag] === false)) {
      addMistake(verified, 'REPLACE_EXCLUDED', property);
    }
  }
  for (const [property, options] of marksOf(verified, declared.ones)) {
    const kind = kindOf(property);
    if (kind === 'oneToOne') verifyEmbedded(verified, property, options);
    else {
      const remedy = kind ? '@Collection in its place' : '@HasOne';
      addMistake(verified, 'ONE_WITHOUT_ASSOCIATION', property, remedy, meantMember(verified, property));
    }
  }
}

function verifyEmbedded(verified: VerifiedClass, property: string, { embed, read }: OneOptions): void {
  const isSecret = read === false || verified.declared.access.get(property) === 'hidden';
  if (embed && isSecret) addMistake(verified, 'EMBED_UNREADABLE', property);
}

/** The methods of generated routes are named after one element, so that those of `invoice` and `invoices` would clash. */
function verifyElementNames(verified: VerifiedClass): void {
  const { declared, description } = verified;
  const exposed = description.collections.filter(({ property }) => declared.access.get(property) !== 'hidden');
  const named = new Map<string, CollectionDescription>();
  for (const collection of exposed) {
    const { kind, property } = collection;
    const element = upperFirst(kind === 'oneToOne' ? property : singularize(property));
    const other = named.get(element);
    named.set(element, collection);
    if (!other) continue;
    const [first, second] = kind === 'oneToOne' ? [collection, other] : [other, collection];
    addMistake(verified, 'ONE_NAME_TAKEN', first.property, second.property);
  }
}

function verifySearchable(verified: VerifiedClass): void {
  for (const [name, options] of marksOf(verified, verified.declared.searchable)) {
    const field = fieldOf(verified, name);
    const [code, ...facts] = (field ? searchFault(verified, field, options) : missingColumnFault(verified, name)) ?? [];
    if (code) addMistake(verified, code, name, ...facts);
  }
}

type Fault = readonly [MetadataErrorCode, ...string[]];

function missingColumnFault(verified: VerifiedClass, name: string): Fault {
  const { collections, references } = verified.description;
  const isAssociation = [...collections, ...references].some(({ property }) => property === name);
  return isAssociation ? ['SEARCHABLE_ASSOCIATION'] : ['SEARCHABLE_NOT_A_FIELD', meantMember(verified, name)];
}

function searchFault(
  { declared }: VerifiedClass,
  { name, type }: FieldDescription,
  { fullText }: SearchableOptions,
): Fault | undefined {
  const access = declared.access.get(name);
  if (access === 'hidden' || access === 'writeOnly') return ['SEARCHABLE_HIDDEN'];
  if (type.kind === 'json') return ['SEARCHABLE_TYPE', 'JSON'];
  if (type.kind === 'bytes') return ['SEARCHABLE_TYPE', 'bytes'];
  if (type.kind === 'set') return ['SEARCHABLE_TYPE', 'lists'];
  if (type.kind === 'opaque') return ['SEARCHABLE_TYPE', type.name];
  const hasWords = type.kind === 'string' || type.kind === 'text';
  return fullText && !hasWords ? ['SEARCHABLE_FULL_TEXT', type.kind] : undefined;
}

function verifyAccess(verified: VerifiedClass): void {
  const marks = { hidden: '@Hidden', readOnly: '@ReadOnly', writeOnly: '@WriteOnly', open: '' };
  const associations = [...verified.description.collections, ...verified.description.references];
  for (const [field, access] of marksOf(verified, verified.declared.access)) {
    const isHiddenAssociation = access === 'hidden' && associations.some(({ property }) => property === field);
    if (!isField(verified, field) && !isHiddenAssociation)
      addMistake(verified, 'MARK_WITHOUT_COLUMN', field, marks[access], meantMember(verified, field));
  }
}

function verifyConstraints(verified: VerifiedClass): void {
  for (const [field] of marksOf(verified, verified.declared.constraints)) {
    if (field !== WHOLE_CLASS && !isField(verified, field))
      addMistake(verified, 'MARK_WITHOUT_COLUMN', field, '@Constraint', meantMember(verified, field));
  }
}

function verifyAnnotations(verified: VerifiedClass): void {
  const { fields, collections } = verified.description;
  const names = [...fields.map(({ name }) => name), ...collections.map(({ property }) => property)];
  const known = new Set([
    WHOLE_CLASS,
    ...names,
    ...verified.computed,
    ...verified.declared.actions.map(({ method }) => method),
  ]);
  for (const [member, marks] of marksOf(verified, verified.declared.annotations)) {
    const [mark] = marks.keys();
    if (known.has(member) || !mark) continue;
    addMistake(
      verified,
      'ANNOTATION_MISPLACED',
      member,
      mark.description ?? 'with an annotation',
      meantMember(verified, member),
    );
  }
}

function verifyEntityKey(verified: VerifiedClass): void {
  const [key, ...others] = marksOf(verified, verified.declared.entityKeys).map(([name]) => name);
  if (key === undefined) return verifyPrimaryKeyOfRoot(verified);
  if (others.length > 0) return addMistake(verified, 'ENTITY_KEY_TWICE', [key, ...others].join(', '));
  const field = fieldOf(verified, key);
  if (!field) return addMistake(verified, 'ENTITY_KEY_NOT_A_FIELD', key, meantMember(verified, key));
  const access = verified.declared.access.get(key);
  if (access === 'hidden' || access === 'writeOnly') return addMistake(verified, 'ENTITY_KEY_HIDDEN', key);
  const isUnique = field.isPrimaryKey || (field.isUnique && !field.isNullable);
  if (!isUnique) addMistake(verified, 'ENTITY_KEY_NOT_UNIQUE', key);
  verifyKeyType(verified, field);
}

function verifyPrimaryKeyOfRoot(verified: VerifiedClass): void {
  const { declared, description } = verified;
  const keys = description.fields.filter(({ isPrimaryKey }) => isPrimaryKey);
  if (declared.aggregate && declared.aggregate.keyed !== false && keys.length === 1) verifyKeyType(verified, keys[0]!);
}

function verifyKeyType(verified: VerifiedClass, field: FieldDescription): void {
  const dataType = unsuitedKeyType(field);
  if (dataType) addMistake(verified, 'ENTITY_KEY_TYPE', field.name, dataType);
}

function isField(verified: VerifiedClass, name: string): boolean {
  return verified.computed.has(name) || fieldOf(verified, name) !== undefined;
}
