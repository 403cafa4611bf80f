import type { Changes } from '../../operations';
import type { Selection } from '../../persistence';
import { entriesAt } from '../../security';
import type { Access } from '../access/access';
import type { Operation } from '../operation/operation';
import { defaultSelection, keySelection, withWrittenCollections } from '../selection/default-selection';

/** The selection of the response to a write. */
export type ResponseSelection = (payloads: readonly Changes[], access: Access, isSingle: boolean) => Selection;

/** Selects the written fields and children, or only the key if the request may not read the entities. */
export function responseSelection({ aggregate, collections, entity }: Operation): ResponseSelection {
  const readEntries = entriesAt(aggregate.root, collections, 'GET');
  const keyOnly = keySelection(entity);
  const within = collections.at(-1);
  return (payloads, access, isSingle) =>
    access.permits(readEntries)
      ? withWrittenCollections(defaultSelection(entity, access, isSingle, within), payloads, access)
      : keyOnly;
}
