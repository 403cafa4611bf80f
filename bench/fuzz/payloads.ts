import { type CollectionMetadata, type EntityMetadata, everyField, type FieldMetadata } from '../../lib/metadata';
import type { KnownEntities } from './known-entities';
import type { Random } from './random';
import { oddValue, uuidOf, validValue } from './values';

export type Payload = Record<string, unknown>;

const DEPTH = 2;

/** Generates valid payloads for writes, and payloads with errors. */
export class Payloads {
  #counter = 0;
  readonly #targets: ReadonlyMap<FieldMetadata, EntityMetadata>;

  constructor(
    readonly random: Random,
    readonly entities: KnownEntities,
  ) {
    this.#targets = targetsOf(entities);
  }

  forCreate(entity: EntityMetadata, collection?: CollectionMetadata, depth = 0): Payload {
    const payload: Payload = {};
    for (const field of writable(entity)) {
      const isRequired = !field.isNullable && !field.hasDefault;
      if (field.name === collection?.foreignKey) {
        if (this.random.chance(0.03)) payload[field.wireName] = this.#value(field);
      } else if (isRequired || this.random.chance(0.35)) payload[field.wireName] = this.#value(field);
    }
    if (depth < DEPTH) this.#addChildren(payload, entity, depth);
    return this.#withReference(payload, entity);
  }

  /** @param collection of a one-to-one association, if the update may create the child */
  forUpdate(entity: EntityMetadata, collection?: CollectionMetadata, depth = 0): Payload {
    if (collection?.kind === 'oneToOne' && this.random.chance(0.6)) return this.#singleChild(collection, depth);
    const fields = writable(entity).filter((field) => field !== entity.key && field !== entity.primaryKey);
    const payload: Payload = {};
    for (const field of fields) {
      if (this.random.chance(0.3) && !this.#isOmitted(field)) payload[field.wireName] = this.#value(field);
    }
    for (const single of depth < DEPTH ? entity.collections.values() : []) {
      if (single.kind !== 'oneToOne' || !this.random.chance(0.25)) continue;
      payload[single.wireName] = this.random.chance(0.2) ? null : this.forUpdate(single.target, single, depth + 1);
    }
    return this.#withReference(payload, entity);
  }

  /** An array of new elements, and of existing ones with or without changes. */
  forReplacement(collection: CollectionMetadata): unknown[] {
    const { random, entities } = this;
    const { target } = collection;
    return random.list(0, 4, () => {
      const key = target.key === target.primaryKey ? entities.reference(random, target) : undefined;
      if (key === undefined || random.chance(0.4)) return this.forCreate(target, collection, 1);
      const named = { [target.key.wireName]: key, ...this.#link(collection) };
      return random.chance(0.5) ? named : { ...this.forUpdate(target), ...named };
    });
  }

  /** A new child of a one-to-one association; sometimes with the id null, so that it replaces an existing child. */
  #singleChild(collection: CollectionMetadata, depth: number): Payload {
    const created = this.forCreate(collection.target, collection, depth);
    return this.random.chance(0.1) ? { ...created, [collection.target.primaryKey.wireName]: null } : created;
  }

  /** The payload with one to three members that are mostly rejected. */
  withErrors(payload: Payload, entity: EntityMetadata): Payload {
    return Object.assign({ ...payload }, ...this.random.list(1, 3, () => this.#error(entity)));
  }

  #error(entity: EntityMetadata): Payload {
    const { random } = this;
    const field = random.pick(everyField(entity));
    const association = random.pick([...entity.collections.values(), ...entity.references.values()]);
    const choices: readonly (() => Payload)[] = [
      () => ({ [field.wireName]: oddValue(random, field.type) }),
      () => ({ [field.wireName]: oddValue(random, field.type) }),
      () => ({ [field.wireName]: validValue(random, field.type) }),
      () => ({ [field.name]: validValue(random, field.type) }),
      () => ({ [random.pick(UNKNOWN_NAMES)]: oddValue(random, field.type) }),
      () => (association ? { [association.wireName]: this.#oddAssociation(association.target) } : { nothing: null }),
    ];
    return random.pick(choices)();
  }

  #oddAssociation(target: EntityMetadata): unknown {
    const key = this.entities.reference(this.random, target);
    const { wireName } = target.primaryKey;
    return this.random.pick<unknown>([
      null,
      [],
      {},
      'x',
      [null],
      [{}],
      [[]],
      { [wireName]: key },
      { [wireName]: 800_999_999 },
      { [wireName]: String(key) },
      { [wireName]: key, name: 'x' },
      [{ [wireName]: key }],
      [{ [wireName]: key }, { [wireName]: key }],
      [{ [wireName]: 800_999_999 }],
      [{ [target.key.wireName]: oddValue(this.random, target.key.type) }],
    ]);
  }

  #addChildren(payload: Payload, entity: EntityMetadata, depth: number): void {
    for (const collection of entity.collections.values()) {
      if (!collection.nested || collection.isHidden || !this.random.chance(0.25)) continue;
      payload[collection.wireName] =
        collection.kind === 'oneToOne'
          ? this.random.pick([null, this.#child(collection, depth)])
          : this.random.list(0, 3, () => this.#child(collection, depth));
    }
  }

  #child(collection: CollectionMetadata, depth: number): Payload {
    const { target, kind } = collection;
    const key = this.entities.reference(this.random, target);
    const isLink = kind === 'manyToMany' && key !== undefined && target.key === target.primaryKey;
    if (isLink && this.random.chance(0.6)) return { [target.key.wireName]: key, ...this.#link(collection) };
    return { ...this.forCreate(target, collection, depth + 1), ...this.#link(collection) };
  }

  /** The join table columns of an element; rarely without the required ones. */
  #link({ joinFields }: CollectionMetadata): Payload {
    const writable = [...joinFields.values()].filter(({ access }) => access === 'open');
    const named = writable.filter(({ isNullable }) => this.random.chance(isNullable ? 0.4 : 0.95));
    return Object.fromEntries(named.map((field) => [field.wireName, this.#value(field)]));
  }

  #withReference(payload: Payload, { references }: EntityMetadata): Payload {
    const reference = this.random.chance(0.15) ? this.random.pick([...references.values()]) : undefined;
    const key = reference && this.entities.reference(this.random, reference.target);
    if (!reference || key === undefined || reference.isHidden) return payload;
    return { ...payload, [reference.wireName]: { [reference.target.primaryKey.wireName]: key } };
  }

  #value(field: FieldMetadata): unknown {
    const { random } = this;
    const target = this.#targets.get(field);
    if (field.isNullable && random.chance(0.15)) return null;
    if (target) return random.chance(0.95) ? (this.entities.reference(random, target) ?? null) : 800_999_999;
    if (!field.isUnique || random.chance(0.1)) return validValue(random, field.type);
    return this.#unused(field);
  }

  /** A value that has not been sent before, if the column is wide enough. */
  #unused({ type, wireName }: FieldMetadata): unknown {
    const number = ++this.#counter;
    if (type.kind === 'string') return `${wireName.charAt(0)}${number.toString(36)}`.slice(-type.maxLength);
    if (type.kind === 'integer') return number;
    return type.kind === 'uuid' ? uuidOf(this.random) : validValue(this.random, type);
  }

  /** Most parent keys are left out, because an update cannot change them. */
  #isOmitted(field: FieldMetadata): boolean {
    return this.#targets.has(field) && this.random.chance(0.7);
  }
}

const UNKNOWN_NAMES = ['nothing', 'orderItems', 'ID', 'Id', '', ' ', 'id ', 'a.b', '$where', 'toString', 'version'];

function writable(entity: EntityMetadata): FieldMetadata[] {
  return everyField(entity).filter(({ origin, access }) => {
    return origin === 'payload' && access !== 'hidden' && access !== 'readOnly';
  });
}

/** Foreign keys, and the classes that they refer to. */
function targetsOf({ aggregates }: KnownEntities): ReadonlyMap<FieldMetadata, EntityMetadata> {
  const targets = new Map<FieldMetadata, EntityMetadata>();
  for (const entity of entitiesOf(aggregates.map(({ root }) => root))) {
    for (const { foreignKey, target } of entity.references.values())
      targets.set(entity.fields.get(foreignKey)!, target);
    for (const { foreignKey, target } of entity.collections.values()) {
      if (foreignKey !== undefined) targets.set(target.fields.get(foreignKey)!, entity);
    }
  }
  return targets;
}

function entitiesOf(roots: readonly EntityMetadata[]): ReadonlySet<EntityMetadata> {
  const found = new Set<EntityMetadata>(roots);
  // The loop also visits elements that are added to the set meanwhile.
  for (const { collections, references } of found) {
    for (const { target } of [...collections.values(), ...references.values()]) found.add(target);
  }
  return found;
}
