import type { Changes } from '../../operations';
import { entriesAt } from '../../security';
import { newDraft, type Position, type Write } from './changes-draft';
import { placeIn } from './field-path';

/** That there is to be no single child; nothing where there cannot be one yet. */
export function noSingle(write: Write, position: Position): readonly Changes[] {
  if (position.kind === 'create') return [];
  const { target } = position.collections.at(-1)!;
  return [{ ...newDraft(target, position, false), removal: removalAt(write, position) }];
}

/** What it would be refused for that the single child goes, if there is one. */
export function removalAt({ root, access, isSingle }: Write, { collections, path }: Position): Changes['removal'] {
  const isExposed = collections.at(-1)!.exposure.delete;
  const violations = isExposed ? [] : [{ path, message: 'cannot be removed', invalidValue: null }];
  const what = `Removing ${placeIn({ isSingle }, path) || 'what is there'}`;
  return { violations, denial: access.denial(entriesAt(root, collections, 'DELETE'), what) };
}
