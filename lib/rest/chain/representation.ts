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
  /** The text before the value in JSON. */
  readonly json: string;
  readonly codec: Codec;
  /** Where it is computed: of which entity. */
  readonly computed?: { readonly entity: EntityMetadata; readonly field: FieldMetadata };
}

const members = new WeakMap<Selection, readonly Member[]>();

/**
 * The representation of an entity: the fields of the selection, then the entities it refers to and the children
 * that the tree holds.
 *
 * Of the children that the tree holds, those are shown that the selection has.
 *
 * @see Specification, "Response shapes": Single resource
 */
export function represent({ entity, children, references }: RowTree, selection: Selection): Representation {
  const representation = representFields(selection, entity);
  for (const [reference, tree] of references) {
    const below = selection.references.get(reference);
    if (below) representation[reference.wireName] = tree ? represent(tree, below) : nothing(entity, reference);
  }
  for (const [collection, trees] of children) {
    const below = selection.collections.get(collection);
    if (!below) continue;
    const all = trees.map((tree) => represent(tree, below));
    const shown = collection.kind === 'oneToOne' ? (all[0] ?? null) : all;
    representation[collection.wireName] = shown;
    if (collection.renamed) representation[collection.renamed.name] = shown;
  }
  return representation;
}

/** The same as JSON, without the objects between; what `JSON.stringify` makes of {@link represent}. */
export function representJson({ entity, children, references }: RowTree, selection: Selection): string {
  let members = '';
  for (const member of membersOf(selection)) {
    const text = valueJson(written(entity, member));
    if (text !== undefined) members += member.json + text;
  }
  for (const [reference, tree] of references) {
    const below = selection.references.get(reference);
    if (!below) continue;
    const text = tree ? representJson(tree, below) : valueJson(nothing(entity, reference));
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

/** An array of them. */
export function listJson(trees: readonly RowTree[], selection: Selection): string {
  let elements = '';
  for (const tree of trees) elements += `,${representJson(tree, selection)}`;
  return `[${elements.slice(1)}]`;
}

/** Text that JSON contains as it is: no control character, quote or backslash, and no lone surrogate. */
const ALL_PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Undefined for what JSON leaves out. */
function valueJson(value: unknown): string | undefined {
  if (typeof value === 'string' && ALL_PLAIN.test(value)) return `"${value}"`;
  return Number.isFinite(value) ? String(value) : JSON.stringify(value);
}

/** Null where the entity refers to none; undefined, which no format shows, where the request may not see which. */
function nothing(entity: Row, { foreignKey }: ReferenceMetadata): null | undefined {
  return (entity.get(foreignKey) ?? null) === null ? null : undefined;
}

function representFields(selection: Selection, entity: Row): Representation {
  const representation: Representation = {};
  for (const member of membersOf(selection)) {
    const value = written(entity, member);
    // Content that an override makes of it keeps the names in a JSON column as they are stored.
    representation[member.wireName] = typeof value === 'object' && value !== null ? keepNames(value) : value;
  }
  return representation;
}

function written(entity: Row, { name, codec, computed }: Member): unknown {
  if (computed) return computedJson(computed.entity, entity, computed.field);
  if (entity instanceof SelectedRow) return entity.json(name);
  const value = entity.get(name) ?? null;
  return value === null ? null : codec.write(value);
}

function membersOf(selection: Selection): readonly Member[] {
  const known = members.get(selection);
  if (known) return known;
  const { entity } = selection;
  const made: Member[] = [];
  for (const field of selection.fields) {
    made.push(memberOf(entity, field, field.wireName));
    if (field.renamed) made.push(memberOf(entity, field, field.renamed.name));
  }
  members.set(selection, made);
  return made;
}

function memberOf(entity: EntityMetadata, field: FieldMetadata, wireName: string): Member {
  const { name, type, sources } = field;
  const computed = sources && { entity, field };
  return { name, wireName, json: `,${JSON.stringify(wireName)}:`, codec: codecOf(type), computed };
}
