import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Selection } from '../../persistence';
import type { Names } from './names';
import { readableFields } from './readable-fields';
import { type Association, isCollection, Walk } from './walk';

/** What the parameters name at one level of the answer; the names are known there. */
export interface Marks {
  readonly include?: Names;
  readonly exclude?: Names;
  readonly expand?: Names;
}

const defaults = new WeakMap<EntityMetadata, Selection>();

/** What is shown unasked: the readable fields, and the collections that are embedded. */
export function defaultSelection(entity: EntityMetadata): Selection {
  const known = defaults.get(entity);
  if (known) return known;
  const selection = buildSelection(Walk.from(entity), {}, true);
  defaults.set(entity, selection);
  return selection;
}

/** The default, and the collections that payloads have named and a read may show: what the answer to a write shows. */
export function writtenSelection(entity: EntityMetadata, payloads: readonly Changes[]): Selection {
  return withNamed(defaultSelection(entity), payloads);
}

/** @param isWhole whether the default is shown at this level, not only what is named */
export function buildSelection(walk: Walk, marks: Marks, isWhole: boolean): Selection {
  const { include, exclude } = marks;
  const isShown = (wireName: string) => isNamed(include, wireName) || (isWhole && !isNamed(exclude, wireName));
  const references = new Map<ReferenceMetadata, Selection>();
  const collections = new Map<CollectionMetadata, Selection>();
  for (const association of walk.associations.values()) {
    const below = selectionBelow(walk, association, marks, isWhole);
    if (below && isCollection(association)) collections.set(association, below);
    else if (below) references.set(association as ReferenceMetadata, below);
  }
  const fields = readableFields(walk.entity).filter(({ wireName }) => isShown(wireName));
  return { entity: walk.entity, fields, references, collections };
}

/** Undefined where the association is not shown. */
function selectionBelow(
  walk: Walk,
  association: Association,
  marks: Marks,
  isWholeAbove: boolean,
): Selection | undefined {
  const { wireName } = association;
  const include = marks.include?.below.get(wireName);
  const exclude = marks.exclude?.below.get(wireName);
  const expand = marks.expand?.below.get(wireName);
  const isEmbedded = isWholeAbove && walk.embeds(association) && !exclude?.isNamed;
  if (!include && !expand && !isEmbedded) return undefined;
  const isWhole = include === undefined || include.isNamed || expand !== undefined;
  return buildSelection(walk.below(association), { include, exclude, expand }, isWhole);
}

function isNamed(names: Names | undefined, wireName: string): boolean {
  return names?.below.get(wireName)?.isNamed === true;
}

function withNamed(selection: Selection, payloads: readonly Changes[]): Selection {
  const collections = new Map(selection.collections);
  for (const collection of new Set(payloads.flatMap(({ children }) => [...children.keys()]))) {
    if (!collection.exposure.read) continue;
    const below = collections.get(collection) ?? defaultSelection(collection.target);
    const elements = payloads.flatMap(({ children }) => children.get(collection) ?? []);
    collections.set(collection, withNamed(below, elements));
  }
  return { ...selection, collections };
}
