import type {
  AggregateMetadata,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  FieldMetadata,
} from '../../metadata';
import { deletionMarkOf, versionFieldOf } from '../../metadata';
import { uniqueIndexesOf } from '../../persistence';
import { isRequired, isVisibleField, isWritable, type Operation, setsField, settersOf } from '../../rest';
import { entityVariable } from './entity-variable';
import { principalCode } from './principal-code';
import { type HeaderCode, headersArgument, requiredHeaders } from './required-headers';
import { type ScopedClients, setsScope, WITHOUT_SCOPES } from './scoped-clients';

/** A root or a collection with routes. Members that end in `Call` are code of the suite. */
export class TestPlace {
  readonly entity: EntityMetadata;
  /** The path of its routes: `/orders/{order_id}/order_items`. */
  readonly title: string;

  /**
   * @param collections  the path from the root to this place; empty for the root
   * @param operations   the operations of this place, with its actions
   * @param scopes       those of the application
   */
  constructor(
    readonly aggregate: AggregateMetadata,
    readonly collections: CollectionPath,
    readonly operations: readonly Operation[],
    readonly mountPath: string,
    readonly scopes: ScopedClients = WITHOUT_SCOPES,
  ) {
    this.entity = collections.at(-1)?.target ?? aggregate.root;
    this.title = mountPath + pathWithoutKey(operations.find(isOfEntities)!);
  }

  /** The class name of its entities, which the testing kit takes as a model. */
  get model(): string {
    return this.entity.name;
  }

  /** The wire name of the entity key. */
  get keyName(): string {
    return this.entity.key.wireName;
  }

  /** Undefined for a root. */
  get collection(): CollectionMetadata | undefined {
    return this.collections.at(-1);
  }

  get isRoot(): boolean {
    return this.collection === undefined;
  }

  /** Whether it is a one-to-one child, whose path has no key. */
  get isSingle(): boolean {
    return this.collection?.kind === 'oneToOne';
  }

  /** Whether a join table links its entities to their parent, so that a DELETE removes the link and keeps the entity. */
  get isLinked(): boolean {
    return this.collection?.kind === 'manyToMany';
  }

  operation(verb: Operation['verb']): Operation | undefined {
    return this.operations.find((one) => one.verb === verb);
  }

  /** Whether each of the verbs has a route. */
  has(...verbs: readonly Operation['verb'][]): boolean {
    return verbs.every((verb) => this.operation(verb) !== undefined);
  }

  get actions(): readonly Operation[] {
    return this.operations.filter(({ verb }) => verb === 'act');
  }

  /** Generates a payload for a create: `app.payloadIn(order, 'orderItems', { quantity: 1 })`. */
  payloadCall(values?: string): string {
    return this.#call('payload', values);
  }

  /** Stores an entity: `app.createIn(order, 'orderItems', values)`. */
  createCall(values: string): string {
    return this.#call('create', values);
  }

  /** Creates the client of the suite without one of the headers that it sends with each write. */
  clientWithoutHeaderCall(header: string): string {
    return `app.as(${principalCode(this.scopes, 'permissions')}${headersArgument(this.requiredHeaders, header)})`;
  }

  #call(method: 'payload' | 'create', values: string | undefined): string {
    const { collection, parentVariables } = this;
    const target = collection ? `In(${parentVariables.at(-1)}, '${collection.property}'` : `('${this.model}'`;
    return `app.${method}${target}${values === undefined ? '' : `, ${values}`})`;
  }

  /** The variables of the entities in the path, from the root down. */
  get parentVariables(): readonly string[] {
    const classes = [this.aggregate.root, ...this.collections.slice(0, -1).map(({ target }) => target)];
    const names = classes.map(({ name }) => entityVariable(name));
    return names.map((name, depth) => (names.indexOf(name) < depth ? `${name}${depth + 1}` : name));
  }

  /** The writable fields of payloads that are neither keys, foreign keys nor large values. */
  get plainFields(): readonly FieldMetadata[] {
    const foreign = new Set([...this.entity.references.values()].map(({ foreignKey }) => foreignKey));
    return [...this.entity.fields.values()].filter(
      (field) =>
        isWritable(this.entity, field, 'create') &&
        !foreign.has(field.name) &&
        !setsField(this.collection, field) &&
        !field.isPrimaryKey &&
        field.large === undefined &&
        !this.#isForeignKeyOfOwner(field),
    );
  }

  /** The fields that a create requires, with the columns of a join table that a link requires. */
  get requiredFields(): readonly FieldMetadata[] {
    const own = this.plainFields.filter((field) => settersOf(this.entity, field).length === 0);
    return [...own, ...(this.collection?.joinFields.values() ?? [])].filter((field) => isRequired(this.entity, field));
  }

  /** A field that an update can change, preferably one that accepts any value of its type. */
  get changeableField(): FieldMetadata | undefined {
    const { entity } = this;
    const candidates = this.plainFields.filter(
      (field) => isWritable(entity, field, 'update') && isVisibleField(field) && !this.isScopeField(field),
    );
    const free = candidates.filter(
      (field) => !this.isPartOfKey(field) && !field.hasDefault && field.constraints.length === 0,
    );
    return free.find(({ type }) => type.kind === 'string') ?? free[0] ?? candidates[0];
  }

  /** Whether a unique index has the field, so that several entities may not be able to have the same value. */
  isPartOfKey({ name, isUnique }: FieldMetadata): boolean {
    return isUnique || uniqueIndexesOf(this.entity).some((names) => names.includes(name));
  }

  get uniqueField(): FieldMetadata | undefined {
    return this.plainFields.find(({ isUnique }) => isUnique);
  }

  /** The wire names of the members that no response may contain. */
  get hiddenNames(): readonly string[] {
    const { fields, computed, collections } = this.entity;
    const hiddenFields = [...fields.values(), ...computed.values()].filter(
      ({ access }) => access === 'hidden' || access === 'writeOnly',
    );
    const hiddenCollections = [...collections.values()].filter(({ isHidden }) => isHidden);
    return [...hiddenFields, ...hiddenCollections].map(({ wireName }) => wireName);
  }

  /** The status code of requests for an entity that has been deleted. */
  get deletedStatus(): 404 | 410 {
    const isSoftDeleted = deletionMarkOf(this.entity) !== undefined && !this.isLinked;
    return isSoftDeleted && this.operations.some(({ input }) => input.respondsGone) ? 410 : 404;
  }

  /** Whether a scope limits access to its entities, or to their root. */
  get isScoped(): boolean {
    return this.scopes.values.has(this.entity) || this.scopes.values.has(this.aggregate.root);
  }

  /** Whether a rule of a scope compares the field, so that entities with other values are not found. */
  isScopeField(field: FieldMetadata): boolean {
    return [...this.scopes.values.values()].some((values) => values.has(field));
  }

  get requiredHeaders(): HeaderCode {
    return requiredHeaders(this.operations);
  }

  /** Whether the keys of later entities are greater. Other keys are compared in the order of the database. */
  get hasAscendingKeys(): boolean {
    const { type, origin, hasDefault } = this.entity.primaryKey;
    return type.kind === 'integer' && (origin === 'generated' || hasDefault);
  }

  /** Whether entities of the class are stored besides those of a test: others of the class, or of a scope, require them. */
  get isRequired(): boolean {
    const compared = [...this.scopes.values.values()].flatMap((values) => [...values.keys()]);
    const isParent = compared.some((field) => this.scopes.parents.of(field)?.parent === this.entity);
    return isParent || isAbove(this.entity, this.entity, new Set());
  }

  /** The keys of a list, as code, for the code of the list: those of entities that the test has stored. */
  keysCode(list: string): string {
    const added = this.isRequired ? `app.added('${this.model}', ${list})` : list;
    return `${added}.map(keyOf)`;
  }

  /** The keys of entities in the order of a list, as code, for the names of their variables. */
  orderedKeysCode(...names: readonly string[]): string {
    if (this.hasAscendingKeys) return `[${names.map((name) => `app.key(${name})`).join(', ')}]`;
    return `(await app.sorted([${names.join(', ')}])).map((one) => app.key(one))`;
  }

  /** Declares the element of a list that has the key of an entity. All are code. */
  foundCode(variable: string, list: string, entity: string): string {
    const name = this.keyName;
    return `const ${variable} = ${list}.find((element: Record<string, unknown>) => element.${name} === app.key(${entity}));`;
  }

  get hasRootVersion(): boolean {
    return versionFieldOf(this.aggregate.root) !== undefined;
  }

  /** The root's path and model, and the variable that holds the root in the tests. */
  get root(): { readonly variable: string; readonly path: string; readonly model: string } {
    const { root, resourceName } = this.aggregate;
    return { variable: entityVariable(root.name), path: `${this.mountPath}/${resourceName}`, model: root.name };
  }

  #isForeignKeyOfOwner({ name }: FieldMetadata): boolean {
    const owners = [this.aggregate.root, ...this.aggregate.paths.map((path) => path.at(-1)!.target)];
    return owners.some((owner) =>
      [...owner.collections.values()].some(({ target, foreignKey }) => target === this.entity && foreignKey === name),
    );
  }
}

/**
 * The root and collections of an aggregate that have routes, each with its operations. Left out are a create that no payload
 * can make successful, because it cannot set a field of the scope, and collections whose foreign key a scope compares.
 */
export function placesOf(
  aggregate: AggregateMetadata,
  operations: readonly Operation[],
  mountPath: string,
  scopes: ScopedClients = WITHOUT_SCOPES,
): readonly TestPlace[] {
  return [[], ...aggregate.paths].flatMap((path: CollectionPath) => {
    if (path.some((step) => isDecidedByScope(step, scopes))) return [];
    const own = operations.filter(
      (one) => isSame(one.collections, path) && (one.verb !== 'create' || setsScope(one, scopes)),
    );
    return own.some(isOfEntities) ? [new TestPlace(aggregate, path, own, mountPath, scopes)] : [];
  });
}

/** Whether a scope compares the foreign key of a collection, so that its entities belong to one parent only. */
function isDecidedByScope({ target, foreignKey }: CollectionMetadata, { values }: ScopedClients): boolean {
  const field = foreignKey === undefined ? undefined : target.fields.get(foreignKey);
  return field !== undefined && values.get(target)?.has(field) === true;
}

/** Whether it is about the entities of its place themselves: no action, no single field, no batch. */
export function isOfEntities({ action, field, steps }: Operation): boolean {
  return !action && !field && !steps;
}

/** A root or collection may have no route without a key, so its path is found by removing the key from any route. */
function pathWithoutKey({ path, input }: Operation): string {
  return input.keys === 'none' ? path : path.slice(0, path.lastIndexOf('/{'));
}

function isSame(one: CollectionPath, other: CollectionPath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

/** Whether entities of a class require one of the other class, directly or by the parents that they require. */
function isAbove(ancestor: EntityMetadata, entity: EntityMetadata, seen: Set<EntityMetadata>): boolean {
  seen.add(entity);
  const required = [...entity.references.values()].filter(({ foreignKey }) => {
    const field = entity.fields.get(foreignKey);
    return field !== undefined && !field.isNullable && !field.hasDefault;
  });
  return required.some(({ target }) => target === ancestor || (!seen.has(target) && isAbove(ancestor, target, seen)));
}
