import type { Changes } from '../../operations';
import { newDraft, type Position, type WriteContext } from './changes-draft';
import { pathInMessage } from './wire-path';

/** The changes that remove a single child; none in a create, where there is nothing to remove. */
export function removeSingle(context: WriteContext, position: Position): readonly Changes[] {
  if (position.kind === 'create') return [];
  const { target } = position.collections.at(-1)!;
  return [{ ...newDraft(target, position, false), removal: removalOf(context, position) }];
}

/** The removal of a single child, with the violations and the denial that apply if there is one. */
export function removalOf(
  { root, access, isSingle }: WriteContext,
  { collections, path }: Position,
): Changes['removal'] {
  const canDelete = collections.at(-1)!.exposure.delete;
  const violations = canDelete ? [] : [{ path, message: 'cannot be removed', invalidValue: null }];
  const what = `Removing ${pathInMessage({ isSingle }, path) || 'the stored entity'}`;
  return { violations, denial: access.denial(access.writesAt(root, collections).DELETE, what) };
}
