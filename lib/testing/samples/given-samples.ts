import { isPlainObject } from '../../foundation';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import { TestingError } from '../errors';
import { domainNameOf, type GivenValues, type KnownModels } from './known-models';

/**
 * Values that entities and payloads of a class have unless a test gives others, by class name and field. A function is
 * called for each entity with a number that grows; undefined leaves a field out.
 *
 * @example `{ Ward: { capacity: 10, code: (count: number) => `W-${count}` } }`
 */
export type Samples = Readonly<Record<string, GivenValues>>;

/** The samples that a test or a suite has given, by class and domain name. */
export class GivenSamples {
  readonly #byEntity = new Map<EntityMetadata, Map<string, unknown>>();

  /**
   * @param samples  those of classes of other applications are ignored
   * @throws TestingError FIELD_UNKNOWN, SAMPLES_INVALID
   */
  constructor(models: KnownModels, samples: readonly Samples[]) {
    for (const [model, values] of samples.flatMap((one) => Object.entries(one))) {
      const entity = models.find(model);
      if (!entity) continue;
      if (!isPlainObject(values)) throw new TestingError('SAMPLES_INVALID', model);
      const known = this.#byEntity.get(entity) ?? new Map<string, unknown>();
      this.#byEntity.set(entity, known);
      for (const [name, value] of Object.entries(values)) known.set(domainNameOf(entity, name), value);
    }
  }

  /** A value for each member that has a sample. */
  of(entity: EntityMetadata, nextSeed: () => number): readonly (readonly [string, unknown])[] {
    return [...(this.#byEntity.get(entity) ?? [])].map(([name, sample]) => [name, sampled(sample, nextSeed)]);
  }

  has(entity: EntityMetadata, name: string): boolean {
    return this.#byEntity.get(entity)?.has(name) === true;
  }

  /** Up to `count` different values of a field, none without a sample. */
  valuesOf(entity: EntityMetadata, { name }: FieldMetadata, count: number, nextSeed: () => number): readonly unknown[] {
    const samples = this.#byEntity.get(entity);
    if (!samples?.has(name)) return [];
    const values = Array.from({ length: count }, () => sampled(samples.get(name), nextSeed));
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  }
}

function sampled(sample: unknown, nextSeed: () => number): unknown {
  return typeof sample === 'function' ? sample(nextSeed()) : sample;
}
