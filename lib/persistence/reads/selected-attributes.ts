import { deletionMarkOf, type EntityMetadata, type FieldMetadata } from '../../metadata';
import { tiesOf } from '../models/association';
import { modelOf } from '../models/domain-model';
import { gettersOf, hasFindHooks } from './code-run-on-reads';
import type { Selection } from './selection';

/** Names of fields, and the same in one text. */
export interface SelectedNames {
  readonly names: readonly string[];
  readonly text: string;
}

/** By the names that are needed besides. */
const known = new WeakMap<Selection, Map<string, SelectedNames>>();

/**
 * The fields that a selection needs: those that it shows, the keys, and what ties its associations; all fields when
 * there is none.
 *
 * @param more fields that are needed besides
 */
export function selectedNames(
  entity: EntityMetadata,
  selection: Selection | undefined,
  more: readonly string[],
): SelectedNames {
  if (!selection) return { names: [...entity.fields.keys()], text: '*' };
  const ofSelection = known.get(selection) ?? new Map<string, SelectedNames>();
  known.set(selection, ofSelection);
  const before = ofSelection.get(more.join());
  if (before) return before;
  const names = namesOf(selection, more);
  const selected = { names, text: names.join() };
  ofSelection.set(more.join(), selected);
  return selected;
}

/**
 * The attributes that a selection needs. Undefined, for all, where the model has code of its own that may read others.
 *
 * @param more attributes that are needed besides
 */
export function selectedAttributes(selection: Selection, more: readonly string[] = []): string[] | undefined {
  const model = modelOf(selection.entity.type);
  const names = namesOf(selection, more).filter((name) => selection.entity.fields.has(name));
  return hasFindHooks(model) || gettersOf(model, names).length > 0 ? undefined : names;
}

function namesOf({ entity, fields, references, collections }: Selection, more: readonly string[]): string[] {
  const names = new Set([entity.primaryKey.name, entity.key.name, ...columnsIn(fields), ...more]);
  for (const { foreignKey, scopes } of references.keys()) {
    for (const name of [foreignKey, ...scopes.flatMap(Object.keys)]) names.add(name);
  }
  for (const [collection, { withDeleted }] of collections) {
    names.add(tiesOf(collection).sourceKey);
    const mark = withDeleted && deletionMarkOf(entity);
    if (mark) names.add(mark.name);
  }
  return [...names];
}

/** The columns that hold the fields, or that they are computed from. */
function columnsIn(fields: readonly FieldMetadata[]): string[] {
  return fields.flatMap((field) => field.sources ?? field).map(({ name }) => name);
}
