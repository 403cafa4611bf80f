import { keepNames } from '../../core';
import type { EntityMetadata, FieldMetadata, ReferenceMetadata } from '../../metadata';
import type { RowTree } from '../../operations';
import { computedJson, type Row, SelectedRow, type Selection } from '../../persistence';
import { type Codec, codecOf } from '../../values';

/** An entity as it appears in responses: plain values by wire name. */
export type Representation = Record<string, unknown>;

interface Member {
  readonly name: string;
  readonly wireName: string;
  /** The JSON before the value: `,"name":`. */
  readonly json: string;
  readonly codec: Codec;
  /** Only of a computed field. */
  readonly computed?: { readonly entity: EntityMetadata; readonly field: FieldMetadata };
}

const membersBySelection = new WeakMap<Selection, readonly Member[]>();

/**
 * The representation of an entity: the fields of the selection, then those references and children of the tree that the
 * selection includes.
 *
 * @see Specification, "Response shapes": Single resource
 */
export function represent({ entity, children, references }: RowTree, selection: Selection): Representation {
  const representation = representFields(selection, entity);
  for (const [reference, tree] of references) {
    const below = selection.references.get(reference);
    if (below) representation[reference.wireName] = tree ? represent(tree, below) : absentReference(entity, reference);
  }
  for (const [collection, trees] of children) {
    const below = selection.collections.get(collection);
    if (!below) continue;
    const elements = trees.map((tree) => represent(tree, below));
    const value = collection.kind === 'oneToOne' ? (elements[0] ?? null) : elements;
    representation[collection.wireName] = value;
    if (collection.renamed) representation[collection.renamed.name] = value;
  }
  return representation;
}

/** The JSON of {@link represent}, written without intermediate objects. */
export function representJson({ entity, children, references }: RowTree, selection: Selection): string {
  let members = '';
  for (const member of membersOf(selection)) {
    const text = valueJson(memberValue(entity, member));
    if (text !== undefined) members += member.json + text;
  }
  for (const [reference, tree] of references) {
    const below = selection.references.get(reference);
    if (!below) continue;
    const text = tree ? representJson(tree, below) : valueJson(absentReference(entity, reference));
    if (text !== undefined) members += `,${JSON.stringify(reference.wireName)}:${text}`;
  }
  for (const [collection, trees] of children) {
    const below = selection.collections.get(collection);
    if (!below) continue;
    const text = collection.kind === 'oneToOne' ? singleJson(trees, below) : listJson(trees, below);
    members += `,${JSON.stringify(collection.wireName)}:${text}`;
    if (collection.renamed) members += `,${JSON.stringify(collection.renamed.name)}:${text}`;
  }
  return `{${members.slice(1)}}`;
}

function singleJson([tree]: readonly RowTree[], selection: Selection): string {
  return tree ? representJson(tree, selection) : 'null';
}

/** The JSON array of several entities. */
export function listJson(trees: readonly RowTree[], selection: Selection): string {
  let elements = '';
  for (const tree of trees) elements += `,${representJson(tree, selection)}`;
  return `[${elements.slice(1)}]`;
}

/** Text that needs no escapes in JSON: no control character, quote or backslash, and no lone surrogate. */
const UNESCAPED = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Undefined for a value that JSON omits. */
function valueJson(value: unknown): string | undefined {
  if (typeof value === 'string' && UNESCAPED.test(value)) return `"${value}"`;
  return Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

/** Null if the entity refers to none; undefined, which no format writes, if the request may not read the referred one. */
function absentReference(entity: Row, { foreignKey }: ReferenceMetadata): null | undefined {
  return (entity.get(foreignKey) ?? null) === null ? null : undefined;
}

function representFields(selection: Selection, entity: Row): Representation {
  const representation: Representation = {};
  for (const member of membersOf(selection)) {
    const value = memberValue(entity, member);
    // The keys of a JSON column must not become snake_case when an override returns the representation.
    representation[member.wireName] = typeof value === 'object' && value !== null ? keepNames(value) : value;
  }
  return representation;
}

function memberValue(entity: Row, { name, codec, computed }: Member): unknown {
  if (computed) return computedJson(computed.entity, entity, computed.field);
  if (entity instanceof SelectedRow) return entity.json(name);
  const value = entity.get(name) ?? null;
  return value === null ? null : codec.write(value);
}

function membersOf(selection: Selection): readonly Member[] {
  const cached = membersBySelection.get(selection);
  if (cached) return cached;
  const { entity } = selection;
  const members: Member[] = [];
  for (const field of selection.fields) {
    members.push(memberOf(entity, field, field.wireName));
    if (field.renamed) members.push(memberOf(entity, field, field.renamed.name));
  }
  membersBySelection.set(selection, members);
  return members;
}

function memberOf(entity: EntityMetadata, field: FieldMetadata, wireName: string): Member {
  const { name, type, sources } = field;
  const computed = sources && { entity, field };
  return { name, wireName, json: `,${JSON.stringify(wireName)}:`, codec: codecOf(type), computed };
}
