import { DURATION_UNITS, type DurationUnit, type FieldType } from '../values';
import type { Declarations } from './declarations';
import { MetadataError } from './errors';
import type { ModelMistakes } from './model-mistakes';
import type { DomainClass } from './types/domain-class';
import type { EntityDescription } from './types/entities';
import type { DurationType, FieldDescription } from './types/fields';

/**
 * The types of a class's columns with `@Duration`, by name; marks that cannot work are reported.
 *
 * @param computed the names of computed fields, which are described elsewhere
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
    const field = fields.find((column) => column.name === name);
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
  if (!field) throw new MetadataError('MARK_WITHOUT_COLUMN', owner, name, '@Duration');
  if (field.type.kind !== 'integer') throw new MetadataError('DURATION_TYPE', owner, name);
  if (field.isPrimaryKey || field.origin !== 'payload' || keys.has(name)) {
    throw new MetadataError('DURATION_ON_KEY', owner, name);
  }
  if (!DURATION_UNITS.includes(unit)) throw new MetadataError('DURATION_UNIT_UNKNOWN', owner, name, String(unit));
  return Object.freeze({ kind: 'duration', unit, max: field.type.max });
}

/** The names of keys and foreign keys, which are compared with each other and are part of paths. */
function keysOf(
  type: DomainClass,
  { entityKeys }: Declarations,
  descriptions: ReadonlyMap<DomainClass, EntityDescription>,
): ReadonlySet<string | undefined> {
  const references = descriptions.get(type)!.references.map(({ foreignKey }) => foreignKey);
  const collections = [...descriptions.values()].flatMap((description) => description.collections);
  const ofParents = collections.filter(({ target }) => target === type).map(({ foreignKey }) => foreignKey);
  return new Set([...entityKeys.keys(), ...references, ...ofParents]);
}

/** The longest duration of a number that no column limits. */
const LONGEST = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The type of a computed field or an argument with `@Duration`.
 *
 * @throws MetadataError DURATION_UNIT_UNKNOWN
 */
export function durationOfCode(owner: string, name: string, unit: DurationUnit): DurationType {
  if (!DURATION_UNITS.includes(unit)) throw new MetadataError('DURATION_UNIT_UNKNOWN', owner, name, String(unit));
  return Object.freeze({ kind: 'duration', unit, max: LONGEST });
}
