import type { Changes } from '../../operations';
import type { Selection } from '../../persistence';
import { entriesAt } from '../../security';
import type { Access } from '../access/access';
import type { Operation } from '../operation/operation';
import { keySelection, writtenSelection } from '../selection/build-selection';

/** The content of the response to a write. */
export type WrittenShown = (payloads: readonly Changes[], access: Access, isAlone: boolean) => Selection;

/** Of entities that the request may not read, their keys alone. */
export function writtenShown({ aggregate, collections, entity }: Operation): WrittenShown {
  const reading = entriesAt(aggregate.root, collections, 'GET');
  const keys = keySelection(entity);
  const within = collections.at(-1);
  return (payloads, access, isAlone) =>
    access.permits(reading) ? writtenSelection(entity, payloads, access, isAlone, within) : keys;
}
