import { checkOptions } from '../../foundation';
import { defaultRegistry } from '../registry';
import type { DomainClass } from '../types/domain-class';
import { RENAMED_FROM_OPTIONS, type RenamedFromOptions } from '../types/fields';

/**
 * Supports the old name of a field or a collection beside the new one: both in responses, either in payloads, queries
 * and paths. Responses have the headers `Deprecation` and `Sunset`.
 *
 * @param name the old name, in camelCase as a property: `telephone`
 * @example `@RenamedFrom('telephone', { until: '2027-06-30' }) @Column declare phone: string`
 * @throws MetadataError RENAMED_FROM_DATE, RENAMED_FROM_MISPLACED, RENAMED_FROM_NAME, RENAMED_FROM_TAKEN; at the start
 */
export function RenamedFrom(name: string, options: RenamedFromOptions) {
  return (prototype: object, member: string | symbol): void => {
    const type = prototype.constructor as DomainClass;
    checkOptions(options, RENAMED_FROM_OPTIONS, `@RenamedFrom on ${type.name}.${String(member)}`);
    defaultRegistry.declareRenamed(type, String(member), { ...options, name });
  };
}
