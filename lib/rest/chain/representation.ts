import { keepNames } from '../../core';
import type { ReferenceMetadata } from '../../metadata';
import type { RowTree } from '../../operations';
import { type Row, SelectedRow, type Selection } from '../../persistence';
import { type Codec, codecOf } from '../../values';

/** An entity as it appears in answers: plain values by wire name. */
export type Representation = Record<string, unknown>;

interface Member {
  readonly name: string;
  readonly wireName: string;
  readonly codec: Codec;
}

const members = new WeakMap<Selection, readonly Member[]>();

/**
 * What an answer shows of an entity: the fields of the selection, then the entities it refers to and the children
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
    if (below) representation[collection.wireName] = trees.map((tree) => represent(tree, below));
  }
  return representation;
}

/** Null where the entity refers to none; undefined, which no format shows, where the request may not see which. */
function nothing(entity: Row, { foreignKey }: ReferenceMetadata): null | undefined {
  return (entity.get(foreignKey) ?? null) === null ? null : undefined;
}

function representFields(selection: Selection, entity: Row): Representation {
  const representation: Representation = {};
  for (const { name, wireName, codec } of membersOf(selection)) {
    const written = entity instanceof SelectedRow ? entity.json(name) : writtenBy(codec, entity.get(name));
    // What an override makes of it still has the names in a JSON column as they are stored.
    representation[wireName] = typeof written === 'object' && written !== null ? keepNames(written) : written;
  }
  return representation;
}

function writtenBy(codec: Codec, value: unknown): unknown {
  return value === null || value === undefined ? null : codec.write(value);
}

function membersOf(selection: Selection): readonly Member[] {
  const known = members.get(selection);
  if (known) return known;
  const made = selection.fields.map(({ name, wireName, type }) => ({ name, wireName, codec: codecOf(type) }));
  members.set(selection, made);
  return made;
}
