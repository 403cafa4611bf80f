import { type CollectionMetadata, type EntityMetadata, everyField, type FieldMetadata } from '../../lib/metadata';
import type { World } from './known-entities';
import type { Random } from './random';
import { oddValue, uuidOf, validValue } from './values';

export type Payload = Record<string, unknown>;

const DEPTH = 2;

/** Generates payloads for writes: valid ones, and the same with an error in them. */
export class Payloads {
  #counter = 0;
  readonly #targets: ReadonlyMap<FieldMetadata, EntityMetadata>;

  constructor(
    readonly random: Random,
    readonly world: World,
  ) {
    this.#targets = targetsOf(world);
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

  /** @param collection where a single child may be there or not, so that it is to be created */
  forUpdate(entity: EntityMetadata, collection?: CollectionMetadata, depth = 0): Payload {
    if (collection?.kind === 'oneToOne' && this.random.chance(0.6)) return this.#single(collection, depth);
    const fields = writable(entity).filter((field) => field !== entity.key && field !== entity.primaryKey);
    const payload: Payload = {};
    for (const field of fields) {
      if (this.random.chance(0.3) && !this.#isTie(field)) payload[field.wireName] = this.#value(field);
    }
    for (const single of depth < DEPTH ? entity.collections.values() : []) {
      if (single.kind !== 'oneToOne' || !this.random.chance(0.25)) continue;
      payload[single.wireName] = this.random.chance(0.2) ? null : this.forUpdate(single.target, single, depth + 1);
    }
    return this.#withReference(payload, entity);
  }

  /** Elements that are there, alone or with changes, and new ones. */
  forReplacement(collection: CollectionMetadata): unknown[] {
    const { random, world } = this;
    const { target } = collection;
    return random.list(0, 4, () => {
      const key = target.key === target.primaryKey ? world.reference(random, target) : undefined;
      if (key === undefined || random.chance(0.4)) return this.forCreate(target, collection, 1);
      const named = { [target.key.wireName]: key, ...this.#link(collection) };
      return random.chance(0.5) ? named : { ...this.forUpdate(target), ...named };
    });
  }

  /** A new one, seldom in place of one that is there. */
  #single(collection: CollectionMetadata, depth: number): Payload {
    const created = this.forCreate(collection.target, collection, depth);
    return this.random.chance(0.1) ? { ...created, [collection.target.primaryKey.wireName]: null } : created;
  }

  /** The payload with one to three errors that are mostly rejected. */
  spoiled(payload: Payload, entity: EntityMetadata): Payload {
    return Object.assign({ ...payload }, ...this.random.list(1, 3, () => this.#spoil(entity)));
  }

  #spoil(entity: EntityMetadata): Payload {
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
    const key = this.world.reference(this.random, target);
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
    const key = this.world.reference(this.random, target);
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
    const key = reference && this.world.reference(this.random, reference.target);
    if (!reference || key === undefined || reference.isHidden) return payload;
    return { ...payload, [reference.wireName]: { [reference.target.primaryKey.wireName]: key } };
  }

  #value(field: FieldMetadata): unknown {
    const { random } = this;
    const target = this.#targets.get(field);
    if (field.isNullable && random.chance(0.15)) return null;
    if (target) return random.chance(0.95) ? (this.world.reference(random, target) ?? null) : 800_999_999;
    if (!field.isUnique || random.chance(0.1)) return validValue(random, field.type);
    return this.#unused(field);
  }

  /** Not sent before, as long as the column is not too narrow. */
  #unused({ type, wireName }: FieldMetadata): unknown {
    const number = ++this.#counter;
    if (type.kind === 'string') return `${wireName.charAt(0)}${number.toString(36)}`.slice(-type.maxLength);
    if (type.kind === 'integer') return number;
    return type.kind === 'uuid' ? uuidOf(this.random) : validValue(this.random, type);
  }

  /** The key of a parent, which an update cannot change. */
  #isTie(field: FieldMetadata): boolean {
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
function targetsOf({ aggregates }: World): ReadonlyMap<FieldMetadata, EntityMetadata> {
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
  // A set gives what is added while it is walked.
  for (const { collections, references } of found) {
    for (const { target } of [...collections.values(), ...references.values()]) found.add(target);
  }
  return found;
}
