import { type EntityMetadata, everyField, type FieldMetadata } from '../../metadata';
import { computedJson, type Entity, isModelInstance, type Row } from '../../persistence';
import { isVisibleField, visibleFields } from '../../rest';
import { codecOf } from '../../values';
import { byDomainName, type GivenValues } from './known-models';

/**
 * The values that responses contain for a stored entity or a payload, as JSON by wire name.
 *
 * @param linkFields  the columns of join tables that a payload may also have
 */
export function shownValues(
  entity: EntityMetadata,
  source: Entity | GivenValues,
  linkFields: readonly FieldMetadata[] = [],
): Record<string, unknown> {
  if (isModelInstance(source)) return ofEntity(entity, source);
  const all = Object.entries(source as GivenValues);
  const linkFieldOf = (name: string) => linkFields.find((field) => field.name === name || field.wireName === name);
  const own = Object.fromEntries(all.filter(([name]) => !linkFieldOf(name)));
  const linking = all.flatMap(([name, json]) => {
    const field = linkFieldOf(name);
    return field && isVisibleField(field) ? [shownEntry(field, json)] : [];
  });
  return { ...ofPayload(entity, own), ...Object.fromEntries(linking) };
}

/** The key of an entity, as JSON. */
export function keyOf({ key }: EntityMetadata, instance: Entity): unknown {
  return codecOf(key.type).write(instance.get(key.name));
}

const TIMESTAMPS = new Set(['createdAt', 'updatedAt']);

/** The readable values of an entity, without its timestamps. */
function ofEntity(entity: EntityMetadata, instance: Entity): Record<string, unknown> {
  const fields = visibleFields(entity).filter(({ origin, large }) => !TIMESTAMPS.has(origin) && !large);
  const entries = fields.map((field) => {
    if (!entity.fields.has(field.name)) return [field.wireName, computedJson(entity, instance as Row, field)];
    const value = instance.get(field.name) ?? null;
    return [field.wireName, value === null ? null : codecOf(field.type).write(value)];
  });
  return Object.fromEntries(entries);
}

function ofPayload(entity: EntityMetadata, values: GivenValues): Record<string, unknown> {
  const given = byDomainName(entity, values);
  const fields = everyField(entity).filter((field) => given.has(field.name) && isVisibleField(field) && !field.large);
  return Object.fromEntries(fields.map((field) => shownEntry(field, given.get(field.name))));
}

/** The wire name of a field, and a value of a payload as responses contain it. */
function shownEntry({ wireName, type }: FieldMetadata, json: unknown): readonly [string, unknown] {
  if (json === null || json === undefined) return [wireName, json];
  const { read, write } = codecOf(type);
  const reading = read(json);
  return [wireName, 'value' in reading ? write(reading.value) : json];
}
