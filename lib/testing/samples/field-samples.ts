import type { EntityMetadata, FieldMetadata, MetadataRegistry } from '../../metadata';
import { entityViolations } from '../../rest';
import { limitOf } from '../../values';
import { TestingError } from '../errors';
import { parentLink } from './parents';
import { type SampleValue, sampleValue } from './sample-value';

const MAX_ATTEMPTS = 20;

/** The fields to generate values for, and the values that are given. */
export interface SampleRequest {
  /** By domain name. */
  readonly given: ReadonlyMap<string, unknown>;
  readonly isIncluded: (field: FieldMetadata) => boolean;
  /** Whether fields with a default get a value, too. */
  readonly hasDefaulted?: boolean;
}

/** Generates values of fields, each time others, that satisfy the rules of their class. Foreign keys get none. */
export class FieldSamples {
  #lastSeed = 0;

  constructor(private readonly registry: MetadataRegistry) {}

  nextSeed(): number {
    return ++this.#lastSeed;
  }

  /** Generates values that satisfy the rules of the class; later attempts leave out nullable fields. */
  of(entity: EntityMetadata, request: SampleRequest): ReadonlyMap<FieldMetadata, SampleValue> {
    const own = [...request.given].filter(([name]) => entity.fields.has(name));
    const invalid = new Map(own.filter(([name, value]) => !canHold(entity.fields.get(name)!, value)));
    let problems = '';
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const samples = this.#attempt(entity, request, attempt >= MAX_ATTEMPTS / 2);
      const values = [...samples].map(([{ name }, { value }]) => [name, value] as const);
      const violations = entityViolations(entity, Object.fromEntries([...values, ...own]), invalid);
      if (violations.length === 0) return samples;
      problems = violations.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
    }
    throw new TestingError('SAMPLE_REJECTED', entity.name, problems);
  }

  #attempt(
    entity: EntityMetadata,
    { given, isIncluded, hasDefaulted = false }: SampleRequest,
    isRequiredOnly: boolean,
  ): Map<FieldMetadata, SampleValue> {
    const samples = new Map<FieldMetadata, SampleValue>();
    this.#lastSeed++;
    for (const field of entity.fields.values()) {
      const isForeignKey = parentLink(this.registry, entity, field) !== undefined;
      if (given.has(field.name) || !isIncluded(field) || isForeignKey) continue;
      if (field.hasDefault && !hasDefaulted) continue;
      if (field.isNullable && (isRequiredOnly || isOmitted(entity, field))) continue;
      samples.set(field, sampleValue(entity, field, this.#lastSeed));
    }
    return samples;
  }

  /** Generates different valid values of a field, as JSON; values of unique fields also differ from those of earlier rows. */
  valuesOf(entity: EntityMetadata, field: FieldMetadata, count: number, first: readonly unknown[] = []): unknown[] {
    const values = new Map<string, unknown>(first.map((json) => [JSON.stringify(json), json]));
    // Enum values are used in their order, because the first ones usually have the fewest requirements.
    const isListed = field.type.kind === 'enum';
    for (let attempt = 0; attempt < MAX_ATTEMPTS && values.size < count; attempt++) {
      const { json } = sampleValue(entity, field, isListed ? attempt : this.nextSeed());
      values.set(JSON.stringify(json), json);
    }
    return [...values.values()];
  }
}

/** Whether the column can hold a given value; tests also send values that it cannot. */
function canHold({ type }: FieldMetadata, value: unknown): boolean {
  return value === null || value === undefined || !('problem' in limitOf(type)(value));
}

/** Whether no value is generated for a nullable field: large values, their media types, and unknown types. */
function isOmitted(entity: EntityMetadata, field: FieldMetadata): boolean {
  const isMediaType = entity.largeFields.some(({ large }) => large?.mediaTypeField === field.name);
  return field.large !== undefined || isMediaType || field.type.kind === 'opaque';
}
