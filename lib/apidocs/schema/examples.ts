import { type CollectionMetadata, type EntityMetadata, everyField, type FieldMetadata } from '../../metadata';
import { codecOf, entityViolations, isWritable, setsField, visibleFields, type WriteKind } from '../../rest';
import { exampleValue, toResponseValue } from './example-values';
import { isRequiredOnCreate } from './field-schemas';

type Example = Readonly<Record<string, unknown>>;

/** Levels of nested children in an example. */
const MAX_DEPTH = 2;

/**
 * A valid payload that creates an entity with children.
 *
 * @param within  the collection that the entity is created in, whose fields are left out
 * @param above   the classes of the parents, so that the example does not recurse
 * @returns undefined when no valid payload is found
 */
export function createExample(
  entity: EntityMetadata,
  within: CollectionMetadata | undefined,
  above: readonly EntityMetadata[] = [],
): Example | undefined {
  const fields = fieldsExample(entity, 'create', within);
  if (!fields) return undefined;
  const children = above.length < MAX_DEPTH ? childExamples(entity, [...above, entity]) : {};
  return { ...fields, ...children };
}

/** A valid payload that changes every field that an update may change. */
export function updateExample(entity: EntityMetadata): Example | undefined {
  return fieldsExample(entity, 'update', undefined);
}

/** An entity in a response, with its default selection of fields. */
export function responseExample(entity: EntityMetadata): Example | undefined {
  const shown = visibleFields(entity).filter(({ large }) => !large);
  const fields = shown.map((field) => [field, exampleValue(entity, field)] as const);
  if (fields.some(([field, value]) => value === undefined && !field.isNullable)) return undefined;
  return Object.fromEntries(
    fields.map(([field, value]) => [field.wireName, value === undefined ? null : toResponseValue(field, value)]),
  );
}

function fieldsExample(
  entity: EntityMetadata,
  kind: WriteKind,
  within: CollectionMetadata | undefined,
): Example | undefined {
  const fields = everyField(entity).filter(
    (field) => !setsField(within, field) && isWritable(entity, field, kind) && !isOptionalReference(entity, field),
  );
  const values = fields
    .map((field) => [field, exampleValue(entity, field)] as const)
    .filter(([, value]) => value !== undefined);
  const withValue = new Set(values.map(([field]) => field));
  if (fields.some((field) => !withValue.has(field) && kind === 'create' && isRequiredOnCreate(entity, field)))
    return undefined;
  const columnValues = Object.fromEntries(values.map(([field, value]) => [field.name, columnValue(field, value)]));
  if (entityViolations(entity, columnValues).length > 0) return undefined;
  return Object.fromEntries(values.map(([field, value]) => [field.wireName, value]));
}

/** Left out of examples, because an entity with that key may not exist. */
function isOptionalReference(entity: EntityMetadata, field: FieldMetadata): boolean {
  const isKey = [...entity.references.values()].some(({ foreignKey }) => foreignKey === field.name);
  return isKey && field.isNullable;
}

function childExamples(entity: EntityMetadata, above: readonly EntityMetadata[]): Example {
  const nestedCollections = [...entity.collections.values()].filter(
    ({ kind, nested, isHidden, target }) => kind !== 'manyToMany' && nested && !isHidden && !above.includes(target),
  );
  const examples = nestedCollections.map((one) => [one, createExample(one.target, one, above)] as const);
  return Object.fromEntries(
    examples
      .filter(([, example]) => example)
      .map(([{ wireName, kind }, example]) => [wireName, kind === 'oneToOne' ? example : [example]]),
  );
}

function columnValue({ type }: FieldMetadata, value: unknown): unknown {
  const reading = codecOf(type).read(value);
  return 'value' in reading ? reading.value : undefined;
}
