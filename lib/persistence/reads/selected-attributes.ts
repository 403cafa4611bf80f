import { Model } from 'sequelize-typescript';
import { deletionMarkOf, type EntityMetadata, type FieldMetadata } from '../../metadata';
import { tiesOf } from '../models/association';
import { type DomainModel, isOverridden, modelOf } from '../models/domain-model';
import { EXACT_NUMBERS } from '../models/exact-numbers';
import { noteLoaded } from '../unit-of-work/loaded-entities';
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
  return hasOwn(model.options.hooks as Hooks, READING_HOOKS) || isGotten(model, names) ? undefined : names;
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

interface CustomModel {
  readonly prototype: { readonly _customGetters: object };
  readonly options: { readonly hooks?: Hooks };
  readonly sequelize: { readonly options: { readonly hooks?: Hooks } };
}

type Hooks = Readonly<Record<string, readonly unknown[]>>;

const READING_HOOKS = ['beforeFind', 'beforeFindAfterExpandIncludeAll', 'beforeFindAfterOptions', 'afterFind'];

/** Whether one of the columns has a getter. Those of virtual fields are called by no read. */
function isGotten(model: DomainModel, names: readonly string[]): boolean {
  const { _customGetters: getters } = (model as unknown as CustomModel).prototype;
  return names.some((name) => Object.hasOwn(getters, name));
}

/** Whether what instances show of the field is made by a getter. */
export function hasGetter({ type }: EntityMetadata, { name }: FieldMetadata): boolean {
  return isGotten(modelOf(type), [name]);
}

interface Verdict {
  readonly hooks: number;
  readonly notices: boolean;
}

const verdicts = new WeakMap<EntityMetadata, Verdict>();

/**
 * Whether code of the domain sees how entities of the class are read, so that they are read as instances.
 *
 * Asked again when a hook was added, which may be at any time.
 */
export function noticesReads(entity: EntityMetadata): boolean {
  const model = modelOf(entity.type) as DomainModel & CustomModel;
  const hooks = countHooks(model.options.hooks) + countHooks(model.sequelize.options.hooks);
  const known = verdicts.get(entity);
  if (known?.hooks === hooks) return known.notices;
  const notices = isGotten(model, [...entity.fields.keys()]) || findsByItself(model);
  verdicts.set(entity, { hooks, notices });
  return notices;
}

const SEEING_HOOKS = [...READING_HOOKS, 'beforeCount', 'beforeQuery', 'afterQuery'];

function countHooks(hooks: Hooks | undefined): number {
  let count = 0;
  if (hooks) for (const name of SEEING_HOOKS) count += hooks[name]?.length ?? 0;
  return count;
}

function findsByItself(model: DomainModel & CustomModel): boolean {
  return (
    hasOwn(model.options.hooks, SEEING_HOOKS) ||
    hasOwn(model.sequelize.options.hooks, SEEING_HOOKS) ||
    OVERRIDABLE.some((name) => isOverridden(model, name)) ||
    model.prototype.get !== Model.prototype.get
  );
}

const OVERRIDABLE = ['findAll', 'count', 'build', 'bulkBuild'] as const satisfies readonly (keyof DomainModel)[];

function hasOwn(hooks: Hooks | undefined, names: readonly string[]): boolean {
  return hooks !== undefined && names.some((name) => hooks[name]?.some(isOwn));
}

/** Our own are known by name, or themselves. */
function isOwn(hook: unknown): boolean {
  return hook !== noteLoaded && (hook as { readonly name?: string }).name !== EXACT_NUMBERS;
}
