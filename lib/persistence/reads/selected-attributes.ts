import { deletionMarkOf, type EntityMetadata, type FieldMetadata } from '../../metadata';
import { associationKeys } from '../models/association';
import { codeOnReads } from './code-run-on-reads';
import type { Selection } from './selection';

/** Names of fields, and their list as a cache key. */
export interface SelectedNames {
  readonly names: readonly string[];
  readonly text: string;
}

/** By the additional names. */
const cache = new WeakMap<Selection, Map<string, SelectedNames>>();

/**
 * The fields to read for a selection: those that it shows, and the keys of the entity and its associations; all fields
 * without a selection.
 *
 * @param more additional fields
 */
export function selectedNames(
  entity: EntityMetadata,
  selection: Selection | undefined,
  more: readonly string[],
): SelectedNames {
  if (!selection) return { names: allNames(entity, more), text: `*${more.join()}` };
  const ofSelection = cache.get(selection) ?? new Map<string, SelectedNames>();
  cache.set(selection, ofSelection);
  const cached = ofSelection.get(more.join());
  if (cached) return cached;
  const wanted = namesOf(selection, more);
  const getters = codeOnReads(entity).getters;
  // A getter may read all columns.
  const names = wanted.some((name) => getters.has(name)) ? allNames(entity, wanted) : wanted;
  const selected = { names, text: names.join() };
  ofSelection.set(more.join(), selected);
  return selected;
}

function allNames({ fields }: EntityMetadata, more: readonly string[]): string[] {
  return [...new Set([...fields.keys(), ...more])];
}

function namesOf({ entity, fields, references, collections }: Selection, more: readonly string[]): string[] {
  const names = new Set([entity.primaryKey.name, entity.key.name, ...columnsIn(fields), ...more]);
  for (const { foreignKey, scopes } of references.keys()) {
    for (const name of [foreignKey, ...scopes.flatMap(Object.keys)]) names.add(name);
  }
  for (const [collection, { withDeleted }] of collections) {
    names.add(associationKeys(collection).sourceKey);
    const mark = withDeleted && deletionMarkOf(entity);
    if (mark) names.add(mark.name);
  }
  return [...names];
}

/** The columns of the fields, or those that they are computed from. */
function columnsIn(fields: readonly FieldMetadata[]): string[] {
  return fields.flatMap((field) => field.sources ?? field).map(({ name }) => name);
}
