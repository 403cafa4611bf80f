import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import type { SearchStep } from '../../persistence';
import { isVisibleAssociation } from '../selection/associations';
import { isVisibleField, visibleFields } from '../selection/visible-fields';

/** The field that a search parameter names, and the associations that lead to it. */
export interface SearchTarget {
  readonly steps: readonly SearchStep[];
  readonly field: FieldMetadata;
}

/** Each step is a subquery. */
const MAX_STEPS = 10;

/** The fields and associations of a class that a name can be resolved to. */
interface Namespace {
  /** @param within the association that leads to the class: a join table may have fields of its own */
  readonly fieldsOf: (entity: EntityMetadata, within?: SearchStep) => readonly FieldMetadata[];
  readonly associationsOf: (entity: EntityMetadata) => readonly SearchStep[];
}

const SEARCHABLE: Namespace = { fieldsOf: searchableFields, associationsOf: visibleAssociations };

const COMPUTED: Namespace = {
  fieldsOf: ({ computed }) => [...computed.values()].filter((field) => isVisibleField(field)),
  associationsOf: visibleAssociations,
};

const VISIBLE: Namespace = {
  fieldsOf: (entity, within) => visibleFields(entity, false, within && 'kind' in within ? within : undefined),
  associationsOf: visibleAssociations,
};

const ALL_COLUMNS: Namespace = {
  fieldsOf: ({ fields }) => [...fields.values()],
  associationsOf: ({ references, collections }) => [...references.values(), ...collections.values()],
};

/** The searchable field of that name; undefined where there is none. */
export function searchableTarget(
  entity: EntityMetadata,
  name: string,
  within?: CollectionMetadata,
): SearchTarget | undefined {
  return targetIn(SEARCHABLE, entity, name, within);
}

/** The visible computed field of that name, which has no column to search or sort by. */
export function computedTarget(entity: EntityMetadata, name: string): SearchTarget | undefined {
  return targetIn(COMPUTED, entity, name);
}

/** The field of that name that responses show, searchable or not. */
export function visibleTarget(
  entity: EntityMetadata,
  name: string,
  within?: CollectionMetadata,
): SearchTarget | undefined {
  return targetIn(VISIBLE, entity, name, within);
}

/** The associations along a name that ends in one, all of which requests may name; undefined for any other name. */
export function associationsAlong(entity: EntityMetadata, name: string): readonly SearchStep[] | undefined {
  return stepsAlong(visibleAssociations, entity, name.split('.'));
}

/** The column of that name, searchable or not, visible or not. */
export function columnTarget(entity: EntityMetadata, name: string): SearchTarget | undefined {
  return targetIn(ALL_COLUMNS, entity, name);
}

/** @param within the association that leads to the class: a join table may have fields of its own */
export function searchableFields({ fields }: EntityMetadata, within?: SearchStep): FieldMetadata[] {
  const joinFields = within && 'kind' in within ? [...within.joinFields.values()] : [];
  return [...fields.values(), ...joinFields].filter(({ searchable }) => searchable !== undefined);
}

export function visibleAssociations({ references, collections }: EntityMetadata): SearchStep[] {
  return [...references.values(), ...collections.values()].filter(isVisibleAssociation);
}

function targetIn(
  { fieldsOf, associationsOf }: Namespace,
  start: EntityMetadata,
  name: string,
  within?: CollectionMetadata,
): SearchTarget | undefined {
  const associationNames = name.split('.');
  const fieldName = associationNames.pop();
  const steps = stepsAlong(associationsOf, start, associationNames);
  if (!steps) return undefined;
  const last = steps.at(-1);
  const field = fieldsOf(last?.target ?? start, last ?? within).find(({ wireName }) => wireName === fieldName);
  return field && { steps, field };
}

function stepsAlong(
  associationsOf: Namespace['associationsOf'],
  start: EntityMetadata,
  names: readonly string[],
): readonly SearchStep[] | undefined {
  if (names.length > MAX_STEPS) return undefined;
  const steps: SearchStep[] = [];
  let entity = start;
  for (const name of names) {
    const step = associationsOf(entity).find(({ wireName }) => wireName === name);
    if (!step) return undefined;
    steps.push(step);
    entity = step.target;
  }
  return steps;
}
