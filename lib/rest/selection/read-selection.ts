import type { Request } from '../../core';
import type { CollectionMetadata, EntityMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import type { Access } from '../access/access';
import { AssociationPath } from './association-path';
import { buildSelection } from './build-selection';
import { defaultSelection } from './default-selection';
import { type NameTree, parseNames } from './name-tree';
import { SELECTION_PARAMETERS, type SelectionParameter, verifyNames } from './verify-names';

/** The options of a read that decide which fields are shown. */
export interface SelectionOptions {
  /** Whether deleted entities are read: they have `deleted_at`, and show the children that were deleted with them. */
  readonly withDeleted?: boolean;
  /** Whether one entity is read, not a list. */
  readonly isSingle?: boolean;
}

/**
 * Reads `include`, `exclude` and `expand`.
 *
 * `include` replaces the default selection, `exclude` removes fields from it, `expand` adds collections and references.
 * A name that is both included and excluded is shown.
 *
 * @param within the collection that the entities are in
 * @throws BadRequestException for an unknown name
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 * @see Specification, "Query parameters of reads"
 */
export function readSelection(
  entity: EntityMetadata,
  query: Request['query'],
  access: Access,
  { withDeleted = false, isSingle = false }: SelectionOptions = {},
  within?: CollectionMetadata,
): Selection {
  const { include, exclude, expand } = query;
  if (!include && !exclude && !expand && !withDeleted) return defaultSelection(entity, access, isSingle, within);
  const path = AssociationPath.from(entity, within);
  const names: Partial<Record<SelectionParameter, NameTree>> = {};
  for (const parameter of SELECTION_PARAMETERS) {
    const values = query[parameter];
    if (values === undefined) continue;
    const tree = parseNames(parameter, values);
    verifyNames(parameter, tree, { path, withDeleted }, access);
    names[parameter] = tree;
  }
  return buildSelection(path, { ...names, hasDefaults: names.include === undefined, isSingle, withDeleted }, access);
}
