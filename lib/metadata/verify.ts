import { singularize } from '../naming';
import { type Case, fieldOf, marksOf, note } from './case';
import { WHOLE } from './declarations';
import type { MetadataErrorCode } from './errors';
import type { FieldDescription, OneOptions, SearchableOptions } from './types';
import { verifyLarge } from './verify-large';
import { verifyRenamed } from './verify-renamed';

/** Checks the marks of one class against its columns and associations, and notes each that cannot work where it stands. */
export function verifyDeclarations(one: Case): void {
  verifyCollections(one);
  verifySingleNames(one);
  verifySearchable(one);
  verifyAccess(one);
  verifyLarge(one);
  verifyRenamed(one);
  verifyConstraints(one);
  verifyAnnotations(one);
  verifyEntityKey(one);
  for (const [argument] of marksOf(one, one.declared.arguments)) note(one, 'ARGUMENT_ON_ENTITY', argument);
  const actions = new Set(one.declared.actions.map(({ method }) => method));
  for (const method of one.declared.durationParameters.keys()) {
    if (!actions.has(method)) note(one, 'DURATION_PARAMETER', method);
  }
}

const WRITES = ['create', 'update', 'delete'] as const;

function verifyCollections(one: Case): void {
  const { declared, description } = one;
  const kindOf = (property: string) => description.collections.find((each) => each.property === property)?.kind;
  for (const [property, options] of marksOf(one, declared.collections)) {
    const kind = kindOf(property);
    const isToMany = kind !== undefined && kind !== 'oneToOne';
    if (isToMany) verifyEmbedded(one, property, options);
    else
      note(one, 'COLLECTION_WITHOUT_ASSOCIATION', property, kind ? '@One in its place' : '@HasMany or @BelongsToMany');
    if (isToMany && options.replace && WRITES.every((flag) => options[flag] === false)) {
      note(one, 'REPLACE_EXCLUDED', property);
    }
  }
  for (const [property, options] of marksOf(one, declared.ones)) {
    const kind = kindOf(property);
    if (kind === 'oneToOne') verifyEmbedded(one, property, options);
    else note(one, 'ONE_WITHOUT_ASSOCIATION', property, kind ? '@Collection in its place' : '@HasOne');
  }
}

function verifyEmbedded(one: Case, property: string, { embed, read }: OneOptions): void {
  const isSecret = read === false || one.declared.access.get(property) === 'hidden';
  if (embed && isSecret) note(one, 'EMBED_UNREADABLE', property);
}

/** Methods are named after one element, so that `invoice` and `invoices` would be called the same. */
function verifySingleNames(one: Case): void {
  const { collections } = one.description;
  const singles = collections.filter(({ kind }) => kind === 'oneToOne');
  for (const { property } of singles) {
    const other = collections.find(({ kind, property: name }) => kind !== 'oneToOne' && singularize(name) === property);
    if (other) note(one, 'ONE_NAME_TAKEN', property, other.property);
  }
}

function verifySearchable(one: Case): void {
  for (const [name, options] of marksOf(one, one.declared.searchable)) {
    const field = fieldOf(one, name);
    const [code, ...facts] = (field ? searchFault(one, field, options) : noColumn(one, name)) ?? [];
    if (code) note(one, code, name, ...facts);
  }
}

type Fault = readonly [MetadataErrorCode, ...string[]];

function noColumn({ description: { collections, references } }: Case, name: string): Fault {
  const isAssociation = [...collections, ...references].some(({ property }) => property === name);
  return [isAssociation ? 'SEARCHABLE_ASSOCIATION' : 'SEARCHABLE_NOT_A_FIELD'];
}

function searchFault(
  { declared }: Case,
  { name, type }: FieldDescription,
  { fullText }: SearchableOptions,
): Fault | undefined {
  const access = declared.access.get(name);
  if (access === 'hidden' || access === 'writeOnly') return ['SEARCHABLE_HIDDEN'];
  if (type.kind === 'json') return ['SEARCHABLE_TYPE', 'JSON'];
  if (type.kind === 'bytes') return ['SEARCHABLE_TYPE', 'bytes'];
  if (type.kind === 'opaque') return ['SEARCHABLE_TYPE', type.name];
  const hasWords = type.kind === 'string' || type.kind === 'text';
  return fullText && !hasWords ? ['SEARCHABLE_FULL_TEXT', type.kind] : undefined;
}

function verifyAccess(one: Case): void {
  const marks = { hidden: '@Hidden', readOnly: '@ReadOnly', writeOnly: '@WriteOnly', open: '' };
  const associations = [...one.description.collections, ...one.description.references];
  for (const [field, access] of marksOf(one, one.declared.access)) {
    const isHiddenAssociation = access === 'hidden' && associations.some(({ property }) => property === field);
    if (!isField(one, field) && !isHiddenAssociation) note(one, 'FIELD_MARK_WITHOUT_FIELD', field, marks[access]);
  }
}

function verifyConstraints(one: Case): void {
  for (const [field] of marksOf(one, one.declared.constraints)) {
    if (field !== WHOLE && !isField(one, field)) note(one, 'FIELD_MARK_WITHOUT_FIELD', field, '@Constraint');
  }
}

function verifyAnnotations(one: Case): void {
  const { fields, collections } = one.description;
  const names = [...fields.map(({ name }) => name), ...collections.map(({ property }) => property)];
  const known = new Set([WHOLE, ...names, ...one.computed, ...one.declared.actions.map(({ method }) => method)]);
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

function isField(one: Case, name: string): boolean {
  return one.computed.has(name) || fieldOf(one, name) !== undefined;
}
