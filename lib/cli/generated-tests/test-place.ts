import type {
  AggregateMetadata,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  FieldMetadata,
} from '../../metadata';
import { versionFieldOf } from '../../metadata';
import { lowerFirst } from '../../naming';
import { isReadable, isRequired, isSetBy, isWritable, type Operation, settersOf } from '../../rest';

/** A root or a collection that has routes, and what its tests are made of. */
export class TestPlace {
  readonly entity: EntityMetadata;
  /** As messages and paths of the tests name it: `/orders/{order_id}/order_items`. */
  readonly title: string;

  /** @param operations those of this place, actions too */
  constructor(
    readonly aggregate: AggregateMetadata,
    readonly collections: CollectionPath,
    readonly operations: readonly Operation[],
    readonly mountPath: string,
  ) {
    this.entity = collections.at(-1)?.target ?? aggregate.root;
    const [first] = operations;
    const path = first!.path;
    const end = first!.input.keys === 'none' ? path.length : path.lastIndexOf('/{');
    this.title = mountPath + path.slice(0, end);
  }

  get model(): string {
    return this.entity.name;
  }

  /** The name of the key in JSON. */
  get key(): string {
    return this.entity.key.wireName;
  }

  get within(): CollectionMetadata | undefined {
    return this.collections.at(-1);
  }

  /** Whether no key names what is there, as there is one at most. */
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

  /** The second argument of `payload`, where the path says whose child it is. */
  get without(): string {
    const { foreignKey } = this.within ?? {};
    return foreignKey ? `{ ${foreignKey}: undefined }` : '';
  }

  /** A call that makes a payload for a create here; `values` as code. */
  payload(values = ''): string {
    const all = [this.without.slice(1, -1).trim(), values].filter((one) => one !== '').join(', ');
    return all === '' ? `app.payload('${this.model}')` : `app.payload('${this.model}', { ${all} })`;
  }

  /** Fields of payloads that stand for themselves. */
  get plainFields(): readonly FieldMetadata[] {
    const foreign = new Set([...this.entity.references.values()].map(({ foreignKey }) => foreignKey));
    return [...this.entity.fields.values()].filter(
      (field) =>
        isWritable(this.entity, field, 'create') &&
        !foreign.has(field.name) &&
        !isSetBy(this.within, field) &&
        !field.isPrimaryKey &&
        field.large === undefined &&
        !this.#isForeignOfOwner(field),
    );
  }

  /** Those that a create needs in its payload. */
  get requiredFields(): readonly FieldMetadata[] {
    return this.plainFields.filter(
      (field) => isRequired(this.entity, field) && settersOf(this.entity, field).length === 0,
    );
  }

  /** One that an update may set to another value without further ado. */
  get changeableField(): FieldMetadata | undefined {
    const { entity } = this;
    const all = this.plainFields.filter((field) => isWritable(entity, field, 'update') && isReadable(field));
    const free = all.filter(
      ({ isUnique, hasDefault, constraints }) => !isUnique && !hasDefault && constraints.length === 0,
    );
    return free.find(({ type }) => type.kind === 'string') ?? free[0] ?? all[0];
  }

  /** Those of which no two rows may have the same value. */
  get uniqueField(): FieldMetadata | undefined {
    return this.plainFields.find(({ isUnique }) => isUnique);
  }

  /** What no response may show. */
  get hiddenNames(): readonly string[] {
    const { fields, computed, collections } = this.entity;
    const hidden = [...fields.values(), ...computed.values()].filter(
      ({ access }) => access === 'hidden' || access === 'writeOnly',
    );
    return [...hidden, ...[...collections.values()].filter(({ isHidden }) => isHidden)].map(({ wireName }) => wireName);
  }

  get hasVersion(): boolean {
    return versionFieldOf(this.aggregate.root) !== undefined;
  }

  /** The path of the root, and the variable that holds it in the tests. */
  get root(): { readonly variable: string; readonly path: string; readonly model: string } {
    const { root, resourceName } = this.aggregate;
    return { variable: lowerFirst(root.name), path: `${this.mountPath}/${resourceName}`, model: root.name };
  }

  #isForeignOfOwner({ name }: FieldMetadata): boolean {
    const owners = [this.aggregate.root, ...this.aggregate.paths.map((path) => path.at(-1)!.target)];
    return owners.some((owner) =>
      [...owner.collections.values()].some(({ target, foreignKey }) => target === this.entity && foreignKey === name),
    );
  }
}

/** The places of an aggregate at every depth, each with its operations. */
export function placesOf(
  aggregate: AggregateMetadata,
  operations: readonly Operation[],
  mountPath: string,
): readonly TestPlace[] {
  return [[], ...aggregate.paths].flatMap((path: CollectionPath) => {
    const own = operations.filter(
      ({ collections, verb }) =>
        verb !== 'batch' && verb !== 'replace' && verb !== 'restore' && isSame(collections, path),
    );
    const plain = own.filter(({ verb }) => !verb.endsWith('Large'));
    return plain.some(({ verb }) => verb !== 'act') ? [new TestPlace(aggregate, path, plain, mountPath)] : [];
  });
}

function isSame(one: CollectionPath, other: CollectionPath): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}
