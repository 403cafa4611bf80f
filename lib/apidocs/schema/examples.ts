import { type CollectionMetadata, type EntityMetadata, everyField, type FieldMetadata } from '../../metadata';
import { codecOf, entityViolations, isSetBy, isWritable, readableFields, type WriteKind } from '../../rest';
import { exampleValue, writtenValue } from './example-values';
import { isAsked } from './field-schemas';

type Example = Readonly<Record<string, unknown>>;

/** Levels of nested children that an example has. */
const DEEPEST = 2;

/**
 * A payload that creates an entity with children, as the rules of the model let it through.
 *
 * @param within the collection that it is created in, whose fields are left out
 * @returns undefined where the rules are not met by what can be thought of
 */
export function createExample(
  entity: EntityMetadata,
  within: CollectionMetadata | undefined,
  above: readonly EntityMetadata[] = [],
): Example | undefined {
  const own = writtenExample(entity, 'create', within);
  if (!own) return undefined;
  const children = above.length < DEEPEST ? childExamples(entity, [...above, entity]) : {};
  return { ...own, ...children };
}

/** A payload that changes what an update may change. */
export function updateExample(entity: EntityMetadata): Example | undefined {
  return writtenExample(entity, 'update', undefined);
}

/** An entity as an answer shows it unasked. */
export function responseExample(entity: EntityMetadata): Example | undefined {
  const shown = readableFields(entity).filter(({ large }) => !large);
  const fields = shown.map((field) => [field, exampleValue(entity, field)] as const);
  if (fields.some(([field, value]) => value === undefined && !field.isNullable)) return undefined;
  return Object.fromEntries(
    fields.map(([field, value]) => [field.wireName, value === undefined ? null : writtenValue(field, value)]),
  );
}

function writtenExample(
  entity: EntityMetadata,
  kind: WriteKind,
  within: CollectionMetadata | undefined,
): Example | undefined {
  const fields = everyField(entity).filter(
    (field) => !isSetBy(within, field) && isWritable(entity, field, kind) && !isLeftOut(entity, field),
  );
  const values = fields
    .map((field) => [field, exampleValue(entity, field)] as const)
    .filter(([, value]) => value !== undefined);
  const named = new Set(values.map(([field]) => field));
  if (fields.some((field) => !named.has(field) && kind === 'create' && isAsked(entity, field))) return undefined;
  const held = Object.fromEntries(values.map(([field, value]) => [field.name, heldValue(field, value)]));
  if (entityViolations(entity, held).length > 0) return undefined;
  return Object.fromEntries(values.map(([field, value]) => [field.wireName, value]));
}

/** What refers to other entities, where it need not: there may be none with that key. */
function isLeftOut(entity: EntityMetadata, field: FieldMetadata): boolean {
  const isKey = [...entity.references.values()].some(({ foreignKey }) => foreignKey === field.name);
  return isKey && field.isNullable;
}

function childExamples(entity: EntityMetadata, above: readonly EntityMetadata[]): Example {
  const open = [...entity.collections.values()].filter(
    ({ kind, nested, isHidden, target }) => kind !== 'manyToMany' && nested && !isHidden && !above.includes(target),
  );
  const examples = open.map((one) => [one, createExample(one.target, one, above)] as const);
  return Object.fromEntries(
    examples
      .filter(([, example]) => example)
      .map(([{ wireName, kind }, example]) => [wireName, kind === 'oneToOne' ? example : [example]]),
  );
}

function heldValue({ type }: FieldMetadata, value: unknown): unknown {
  const reading = codecOf(type).read(value);
  return 'value' in reading ? reading.value : undefined;
}
