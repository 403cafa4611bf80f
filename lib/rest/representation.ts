import type { EntityMetadata, FieldMetadata } from '../metadata';
import type { EntityTree } from '../operations';
import type { Entity } from '../persistence';
import type { Codec } from './values/codec';
import { codecOf } from './values/codec-of';

/** An entity as it appears in answers: plain values by wire name. */
export type Representation = Record<string, unknown>;

interface Member {
  readonly name: string;
  readonly wireName: string;
  readonly codec: Codec;
}

const members = new WeakMap<EntityMetadata, readonly Member[]>();

/**
 * What an answer shows of an entity: its readable columns, the key first and the timestamps last, and those of its
 * children that the tree holds.
 *
 * @see Specification, "Response shapes": Single resource
 */
export function represent(metadata: EntityMetadata, { entity, children }: EntityTree): Representation {
  const representation = representFields(metadata, entity);
  for (const [{ wireName, target }, trees] of children) {
    representation[wireName] = trees.map((tree) => represent(target, tree));
  }
  return representation;
}

function representFields(metadata: EntityMetadata, entity: Entity): Representation {
  const representation: Representation = {};
  for (const { name, wireName, codec } of membersOf(metadata)) {
    const value = entity.get(name) as unknown;
    representation[wireName] = value === null || value === undefined ? null : codec.write(value);
  }
  return representation;
}

function membersOf(metadata: EntityMetadata): readonly Member[] {
  const known = members.get(metadata);
  if (known) return known;
  const readable = [...metadata.fields.values()].filter(isReadable).sort((one, other) => rank(one) - rank(other));
  const made = readable.map(({ name, wireName, type }) => ({ name, wireName, codec: codecOf(type) }));
  members.set(metadata, made);
  return made;
}

export function isReadable({ access, origin }: FieldMetadata): boolean {
  return (access === 'open' || access === 'readOnly') && origin !== 'version' && origin !== 'deletedAt';
}

function rank({ isPrimaryKey, origin }: FieldMetadata): number {
  if (isPrimaryKey) return 0;
  return origin === 'createdAt' || origin === 'updatedAt' ? 2 : 1;
}
