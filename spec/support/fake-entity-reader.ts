import type { DomainClass, EntityDescription, EntityReader, FieldDescription } from '../../lib/metadata';

/** Describes the given domain classes, and all others with a generated key and no fields. */
export class FakeEntityReader implements EntityReader {
  readonly #descriptions = new Map<DomainClass, EntityDescription>();
  reservedBy?: EntityReader['reservedBy'];
  computed?: EntityReader['computed'];
  isNamed?: EntityReader['isNamed'];

  /** The fields beside the generated key `id`, unless one of them is a primary key. */
  describe(type: DomainClass, description: Partial<EntityDescription>): this {
    const fields = description.fields ?? [];
    const keys = fields.some(({ isPrimaryKey }) => isPrimaryKey) ? [] : [generatedKey()];
    this.#descriptions.set(type, { ...NOTHING, ...description, fields: [...keys, ...fields] });
    return this;
  }

  read(type: DomainClass): EntityDescription {
    return this.#descriptions.get(type) ?? { ...NOTHING, fields: [generatedKey()] };
  }
}

const NOTHING: EntityDescription = { fields: [], collections: [], references: [], computed: [] };

/** By default a nullable text column that a payload may set. */
export function textField(name: string, facts: Partial<FieldDescription> = {}): FieldDescription {
  return {
    name,
    type: { kind: 'string', maxLength: 255 },
    origin: 'payload',
    isNullable: true,
    hasDefault: false,
    isPrimaryKey: false,
    isUnique: false,
    ...facts,
  };
}

export function generatedKey(): FieldDescription {
  const type = { kind: 'integer', min: -(2n ** 63n), max: 2n ** 63n - 1n } as const;
  return textField('id', { type, origin: 'generated', isNullable: false, isPrimaryKey: true, isUnique: true });
}

export function toMany(property: string, target: DomainClass, foreignKey?: string) {
  return { property, target, foreignKey, kind: foreignKey ? 'oneToMany' : 'manyToMany' } as const;
}
