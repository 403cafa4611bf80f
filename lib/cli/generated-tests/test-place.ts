import type {
  AggregateMetadata,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  FieldMetadata,
} from '../../metadata';
import { deletionMarkOf, versionFieldOf } from '../../metadata';
import { isRequired, isVisibleField, isWritable, type Operation, setsField, settersOf } from '../../rest';
import { entityVariable } from './entity-variable';
import { type HeaderCode, headersArgument, requiredHeaders } from './required-headers';

/** A root or a collection with routes, as the test generators see it. */
export class TestPlace {
  readonly entity: EntityMetadata;
  /** The path of its routes: `/orders/{order_id}/order_items`. */
  readonly title: string;

  /** @param operations  the operations of this place, with its actions */
  constructor(
    readonly aggregate: AggregateMetadata,
    readonly collections: CollectionPath,
    readonly operations: readonly Operation[],
    readonly mountPath: string,
  ) {
    this.entity = collections.at(-1)?.target ?? aggregate.root;
    const { path, input } = operations.find(isCrud)!;
    this.title = mountPath + path.slice(0, input.keys === 'none' ? path.length : path.lastIndexOf('/{'));
  }

  get model(): string {
    return this.entity.name;
  }

  /** The wire name of the entity key. */
  get key(): string {
    return this.entity.key.wireName;
  }

  get within(): CollectionMetadata | undefined {
    return this.collections.at(-1);
  }

  /** Whether it is a one-to-one child, whose path has no key. */
  get isSingle(): boolean {
    return this.within?.kind === 'oneToOne';
  }

  operation(verb: Operation['verb'], method?: string): Operation | undefined {
    return this.operations.find((one) => one.verb === verb && (!method || one.method === method));
  }

  has(...verbs: readonly Operation['verb'][]): boolean {
    return verbs.every((verb) => this.operation(verb) !== undefined);
  }

  get actions(): readonly Operation[] {
    return this.operations.filter(({ verb }) => verb === 'act');
  }

  /** The code that builds a payload for a create; `values` is code. */
  payload(values = ''): string {
    const target = this.within ? `In(${this.parentVariable}, '${this.within.property}'` : `('${this.model}'`;
    return `app.payload${target}${values === '' ? '' : `, { ${values} }`})`;
  }

  /** The variable of the entity that holds the collection. */
  get parentVariable(): string {
    return this.parentVariables.at(-1)!;
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
        !setsField(this.within, field) &&
        !field.isPrimaryKey &&
        field.large === undefined &&
        !this.#isForeignKeyOfOwner(field),
    );
  }

  /** The fields that a create requires, with the columns of a join table that a link requires. */
  get requiredFields(): readonly FieldMetadata[] {
    const own = this.plainFields.filter((field) => settersOf(this.entity, field).length === 0);
    return [...own, ...(this.within?.joinFields.values() ?? [])].filter((field) => isRequired(this.entity, field));
  }

  /** A field that an update can change, preferably one without constraints. */
  get changeableField(): FieldMetadata | undefined {
    const { entity } = this;
    const candidates = this.plainFields.filter((field) => isWritable(entity, field, 'update') && isVisibleField(field));
    const free = candidates.filter(
      ({ isUnique, hasDefault, constraints }) => !isUnique && !hasDefault && constraints.length === 0,
    );
    return free.find(({ type }) => type.kind === 'string') ?? free[0] ?? candidates[0];
  }

  get uniqueField(): FieldMetadata | undefined {
    return this.plainFields.find(({ isUnique }) => isUnique);
  }

  /** The members that no response may contain. */
  get hiddenNames(): readonly string[] {
    const { fields, computed, collections } = this.entity;
    const hidden = [...fields.values(), ...computed.values()].filter(
      ({ access }) => access === 'hidden' || access === 'writeOnly',
    );
    return [...hidden, ...[...collections.values()].filter(({ isHidden }) => isHidden)].map(({ wireName }) => wireName);
  }

  /** The status of requests for an entity that has been deleted. */
  get deletedStatus(): 404 | 410 {
    const isMarked = deletionMarkOf(this.entity) !== undefined && this.within?.kind !== 'manyToMany';
    return isMarked && this.operations.some(({ input }) => input.respondsGone) ? 410 : 404;
  }

  get requiredHeaders(): HeaderCode {
    return requiredHeaders(this.operations);
  }

  /** The client of the suite, as code, without a header that it sends otherwise. */
  clientWithout(header: string): string {
    return `app.as({ name: 'tester', permissions }${headersArgument(this.requiredHeaders, header)})`;
  }

  get hasVersion(): boolean {
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

/** The root and collections of an aggregate that have routes, each with its operations. */
export function placesOf(
  aggregate: AggregateMetadata,
  operations: readonly Operation[],
  mountPath: string,
): readonly TestPlace[] {
  return [[], ...aggregate.paths].flatMap((path: CollectionPath) => {
    const own = operations.filter(({ collections }) => isSame(collections, path));
    return own.some(isCrud) ? [new TestPlace(aggregate, path, own, mountPath)] : [];
  });
}

const CRUD: ReadonlySet<Operation['verb']> = new Set(['create', 'list', 'read', 'update', 'delete']);

function isCrud({ verb }: Operation): boolean {
  return CRUD.has(verb);
}

function isSame(one: CollectionPath, other: CollectionPath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}
