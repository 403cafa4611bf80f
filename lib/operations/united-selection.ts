import type { EntityMetadata } from '../metadata';
import type { Selection } from '../persistence';

/** The selection of everything that one of several selections of a class shows. */
export function unitedSelection(entity: EntityMetadata, selections: readonly Selection[]): Selection {
  if (selections.length === 1) return selections[0]!;
  return {
    entity,
    fields: [...new Set(selections.flatMap(({ fields }) => fields))],
    references: unitedBelow(selections.map(({ references }) => references)),
    collections: unitedBelow(selections.map(({ collections }) => collections)),
  };
}

function unitedBelow<K extends { readonly target: EntityMetadata }>(
  maps: readonly ReadonlyMap<K, Selection>[],
): ReadonlyMap<K, Selection> {
  const below = new Map<K, Selection[]>();
  for (const [association, selection] of maps.flatMap((map) => [...map])) {
    const all = below.get(association);
    if (all) all.push(selection);
    else below.set(association, [selection]);
  }
  return new Map([...below].map(([association, all]) => [association, unitedSelection(association.target, all)]));
}
