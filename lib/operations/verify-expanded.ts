import { grouped } from '../foundation';
import type { EntityMetadata } from '../metadata';
import { type Entity, type EntityStore, type Row, referredKey } from '../persistence';
import { distinct, type Violation } from '../values';
import type { ExpandedReference } from './changes';
import type { RowTree } from './entity-tree';
import { referredTrees } from './load-children';
import type { PlacedChanges } from './placed-changes';
import { unitedSelection } from './united-selection';

/** A payload of a new or an existing entity. */
type PlacedWrite = PlacedChanges & { readonly entity?: Entity };

/** A reference in a payload with fields of the entity that it refers to. */
interface Sent {
  readonly write: PlacedWrite;
  readonly expanded: ExpandedReference;
}

/** The violations of references with fields of the entities that they refer to. */
export interface ExpandedViolations {
  readonly differing: readonly Violation[];
  /**
   * Those of entities that the principal does not find. They are reported after the write, which fails in its own way for
   * an entity that it must not refer to, as it does with the key alone.
   */
  readonly missing: readonly Violation[];
}

const NONE: ExpandedViolations = { differing: [], missing: [] };

/**
 * Compares the fields of entities that payloads refer to with the stored ones: one query for each class, whatever the
 * number of payloads.
 */
export async function verifyExpanded(
  store: EntityStore,
  owner: EntityMetadata,
  writes: readonly PlacedWrite[],
): Promise<ExpandedViolations> {
  if (!writes.some(({ changes }) => changes.expanded)) return NONE;
  const differing: Violation[] = [];
  const missing: Violation[] = [];
  for (const [{ expanded }, tree] of await treesOf(store, owner, writes)) {
    (tree ? differing : missing).push(...expanded.violationsOf(tree));
  }
  return { differing: distinct(differing), missing: distinct(missing) };
}

async function treesOf(
  store: EntityStore,
  owner: EntityMetadata,
  writes: readonly PlacedWrite[],
): Promise<ReadonlyMap<Sent, RowTree | undefined>> {
  const sent = writes.flatMap((write) => (write.changes.expanded ?? []).map((expanded): Sent => ({ write, expanded })));
  const trees = new Map<Sent, RowTree | undefined>();
  for (const group of groupsOf(owner, sent)) {
    const [{ expanded }] = group;
    const { reference } = expanded;
    const selection = unitedSelection(
      reference.target,
      group.map((one) => one.expanded.selection),
    );
    const referring = group.map((one) => referringRow(one, reference.foreignKey));
    const referred = await referredTrees(store.retrieval, owner, reference, selection, referring);
    for (const [index, one] of group.entries()) trees.set(one, referred[index]);
  }
  return trees;
}

type Group = readonly [Sent, ...Sent[]];

/** Groups references to one class by one of its columns; polymorphic ones stay apart. */
function groupsOf(owner: EntityMetadata, sent: readonly Sent[]): readonly Group[] {
  const groups = grouped(sent, ({ expanded: { reference } }) => {
    const own = reference.scopes.length > 0 ? reference.property : '';
    return [reference.target.name, referredKey(owner, reference), own].join(' ');
  });
  return [...groups.values()];
}

/** @param foreignKey the name under which the row has the key, whatever the reference */
function referringRow({ write: { changes, entity }, expanded }: Sent, foreignKey: string): Row {
  return {
    get: (name) => (name === foreignKey ? expanded.key : (changes.values[name] ?? entity?.get(name))),
  };
}
