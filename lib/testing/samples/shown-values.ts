import { type EntityMetadata, everyField } from '../../metadata';
import { computedJson, type Entity, isModelInstance, type Row } from '../../persistence';
import { isVisibleField, visibleFields } from '../../rest';
import { codecOf } from '../../values';
import { byDomainName, type GivenValues } from './known-models';

/** The values that responses contain for a stored entity or a payload, as JSON by wire name. */
export function shownValues(entity: EntityMetadata, source: Entity | GivenValues): Record<string, unknown> {
  return isModelInstance(source) ? ofEntity(entity, source) : ofPayload(entity, source as GivenValues);
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
  const entries = fields.map(({ name, wireName, type }) => {
    const json = given.get(name);
    if (json === null || json === undefined) return [wireName, json];
    const { read, write } = codecOf(type);
    const reading = read(json);
    return [wireName, 'value' in reading ? write(reading.value) : json];
  });
  return Object.fromEntries(entries);
}
