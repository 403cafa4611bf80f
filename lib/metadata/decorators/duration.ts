import type { DurationUnit } from '../../values';
import { defaultRegistry } from '../registry';
import type { DomainClass } from '../types/domain-class';

/** A decorator of a column, a computed field, a field of a plain class, or a parameter of an action. */
export type DurationDecorator = (
  prototype: object,
  member: string | symbol | undefined,
  place?: number | PropertyDescriptor,
) => void;

/**
 * Represents whole numbers as durations: ISO 8601 text such as `PT1H30M` in payloads, responses and searches. Domain
 * code has the number.
 *
 * @param unit the unit of the number
 * @example `stretch(@Duration('seconds') by: number): void`
 * @throws MetadataError DURATION_TYPE, DURATION_ON_KEY, DURATION_PARAMETER, DURATION_UNIT_UNKNOWN; at the start
 */
export function Duration(unit: DurationUnit): DurationDecorator {
  return (prototype, member, place) => {
    const type = prototype.constructor as DomainClass;
    if (typeof place === 'number') defaultRegistry.declareDurationParameter(type, String(member), place, unit);
    else defaultRegistry.declareDuration(type, String(member), unit);
  };
}
