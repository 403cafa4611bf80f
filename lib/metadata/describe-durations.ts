import { DURATION_UNITS, type DurationUnit, type FieldType } from '../values';
import type { Declarations } from './declarations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass, DurationType, EntityDescription, FieldDescription } from './types';

/**
 * The columns of one class that are marked `@Duration` and can be, by name; what cannot be is noted.
 *
 * @param computed what is marked without being a column
 */
export function durationsOf(
  type: DomainClass,
  declared: Declarations,
  descriptions: ReadonlyMap<DomainClass, EntityDescription>,
  mistakes: ModelMistakes,
  computed: ReadonlySet<string>,
): ReadonlyMap<string, FieldType> {
  if (declared.durations.size === 0) return NONE;
  const { fields } = descriptions.get(type)!;
  const keys = keysOf(type, declared, descriptions);
  const durations = [...declared.durations].flatMap(([name, unit]): [string, FieldType][] => {
    if (mistakes.isLeftOut(type, name) || computed.has(name)) return [];
    const field = fields.find((one) => one.name === name);
    const duration = mistakes.note(() => durationType(type, name, { field, unit, keys }));
    return duration ? [[name, duration]] : [];
  });
  return new Map(durations);
}

const NONE: ReadonlyMap<string, FieldType> = new Map();

interface Marked {
  readonly field: FieldDescription | undefined;
  readonly unit: DurationUnit;
  readonly keys: ReadonlySet<string | undefined>;
}

function durationType({ name: owner }: DomainClass, name: string, { field, unit, keys }: Marked): FieldType {
  if (!field) throw new MetadataError('FIELD_MARK_WITHOUT_FIELD', owner, name, '@Duration');
  if (field.type.kind !== 'integer') throw new MetadataError('DURATION_TYPE', owner, name);
  if (field.isPrimaryKey || field.origin !== 'payload' || keys.has(name)) {
    throw new MetadataError('DURATION_ON_KEY', owner, name);
  }
  if (!DURATION_UNITS.includes(unit)) throw new MetadataError('DURATION_UNIT_UNKNOWN', owner, name, String(unit));
  return Object.freeze({ kind: 'duration', unit, max: field.type.max });
}

/** Keys and foreign keys, which are compared with one another and are part of paths. */
function keysOf(
  type: DomainClass,
  { entityKeys }: Declarations,
  descriptions: ReadonlyMap<DomainClass, EntityDescription>,
): ReadonlySet<string | undefined> {
  const references = descriptions.get(type)!.references.map(({ foreignKey }) => foreignKey);
  const collections = [...descriptions.values()].flatMap((one) => one.collections);
  const ofParents = collections.filter(({ target }) => target === type).map(({ foreignKey }) => foreignKey);
  return new Set([...entityKeys.keys(), ...references, ...ofParents]);
}

/** Of numbers that no column bounds. */
const LONGEST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The type of a number of the domain's code that is marked, a computed field or an argument.
 *
 * @throws MetadataError DURATION_UNIT_UNKNOWN
 */
export function durationOfCode(owner: string, name: string, unit: DurationUnit): DurationType {
  if (!DURATION_UNITS.includes(unit)) throw new MetadataError('DURATION_UNIT_UNKNOWN', owner, name, String(unit));
  return Object.freeze({ kind: 'duration', unit, max: LONGEST });
}
