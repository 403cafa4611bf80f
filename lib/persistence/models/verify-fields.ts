import { collectMistakes, type EntityMetadata, type FieldMetadata, type ModelMistakes } from '../../metadata';
import type { Dialect } from '../dialects/dialect';
import { PersistenceError } from '../errors';
import type { DomainModel } from './domain-model';

/**
 * @param outer the list that mistakes are added to; without one they are thrown
 * @throws PersistenceError FIELD_TYPE_UNSUPPORTED, DECIMAL_TOO_WIDE, BIGINT_TOO_WIDE
 */
export function verifyFieldTypes(entities: readonly EntityMetadata[], dialect: Dialect, outer?: ModelMistakes): void {
  collectMistakes(outer, (mistakes) => {
    for (const entity of entities) {
      for (const field of entity.fields.values()) mistakes.note(() => verifyFieldType(entity, field, dialect));
    }
  });
}

function verifyFieldType(entity: EntityMetadata, { name, type, access }: FieldMetadata, { values }: Dialect): void {
  if (type.kind === 'opaque' && access !== 'hidden') {
    throw new PersistenceError('FIELD_TYPE_UNSUPPORTED', [entity.name, name, type.name]);
  }
  if (type.kind === 'decimal' && values.exactDigits !== undefined && type.precision > values.exactDigits) {
    throw new PersistenceError('DECIMAL_TOO_WIDE', [entity.name, name, String(type.precision)]);
  }
  const isWhole = type.kind === 'integer' || type.kind === 'duration';
  if (isWhole && values.maxInteger !== undefined && type.max > values.maxInteger) {
    throw new PersistenceError('BIGINT_TOO_WIDE', [entity.name, name]);
  }
}

const MARKER = Object.freeze({});

/**
 * Builds an instance from marker values and checks that they are still there: a class field without `declare` hides its
 * column, and an initialiser overwrites the value.
 *
 * Reports FIELD_HIDES_ATTRIBUTE, FIELD_INITIALISED.
 */
export function verifyClassFields(model: DomainModel, mistakes: ModelMistakes): void {
  const attributes = Object.keys(model.getAttributes());
  const values = Object.fromEntries(attributes.map((name) => [name, MARKER]));
  const probe = model.build(values as never, { raw: true, isNewRecord: false });
  for (const name of [...attributes, ...Object.keys(model.associations)]) {
    const own = Object.getOwnPropertyDescriptor(probe, name);
    const isReplaced = name in values && probe.getDataValue(name as never) !== MARKER;
    const isHidden = own !== undefined && own.value === undefined;
    if (isHidden) mistakes.add(new PersistenceError('FIELD_HIDES_ATTRIBUTE', [model.name, name]));
    else if (own || isReplaced) mistakes.add(new PersistenceError('FIELD_INITIALISED', [model.name, name]));
  }
}
