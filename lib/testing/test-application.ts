import type { Application, Container } from '../core';
import { checkOptions } from '../foundation';
import type { DomainClass, EntityMetadata } from '../metadata';
import {
  countOf,
  type Entity,
  type PrivateDatabase,
  RowSnapshot,
  rowsOf,
  sortedBy,
  watchStatements,
} from '../persistence';
import { Application as DomainApplication } from '../rest';
import { IDENTITY_OPTIONS, type Identity } from '../security';
import { TestingError } from './errors';
import { forSnapshot } from './for-snapshot';
import type { Samples } from './samples/given-samples';
import type { GivenValues, ModelName } from './samples/known-models';
import { SampleEntities } from './samples/sample-entities';
import { keyOf, shownValues } from './samples/shown-values';
import { PRINCIPAL_HEADER, type TestAuthenticator } from './test-authenticator';
import { TestClient, type WriteHeaders } from './test-client';
import type { TestOptions } from './test-options';
import { AggregateWalk } from './walk/aggregate-walk';

/** The parts of a started test application. */
interface Parts {
  readonly container: Container;
  readonly applications: readonly Application[];
  readonly database: PrivateDatabase;
  readonly authenticator: TestAuthenticator;
}

/** Statements that begin and end transactions, which are not counted. */
const TRANSACTION_BOUNDARY = /^(START|BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT|RELEASE)\b/;

/** An application started for tests: sends requests, creates entities, and restores the database after each test. */
export class TestApplication {
  /** Sends requests without credentials. */
  readonly request: TestClient;
  readonly #samples: readonly SampleEntities[];
  #rows?: RowSnapshot;
  #isBegun = false;

  private constructor(
    private readonly parts: Parts,
    samples: readonly Samples[],
  ) {
    this.request = new TestClient(() => this.address);
    const registries = domainApplications(parts.applications).map(({ registry }) => registry!);
    this.#samples = registries.map((registry) => new SampleEntities(registry, samples));
    for (const model of samples.flatMap(Object.keys)) this.#samplesOf(model).models.entity(model);
  }

  /**
   * Used by {@link startTestApplication}, after the container has started.
   *
   * @throws TestingError MODEL_UNKNOWN, FIELD_UNKNOWN, SAMPLES_INVALID for `samples`
   * @internal
   */
  static async of(parts: Parts, { empty, samples = [] }: TestOptions): Promise<TestApplication> {
    const application = new TestApplication(parts, [samples].flat());
    if (empty) {
      application.#rows = await application.#snapshot();
      // Nothing has been saved yet, so this removes all rows.
      await application.#rows.restore();
    }
    return application;
  }

  /** `http://127.0.0.1:54321` */
  get address(): string {
    return this.parts.container.addresses[0]!;
  }

  get application(): Application {
    return this.parts.applications[0]!;
  }

  /** A client that sends requests as a principal, with its permissions and those of its roles, and writes with the headers. */
  as(principal: Identity, writeHeaders?: WriteHeaders): TestClient {
    checkOptions(principal, IDENTITY_OPTIONS, 'the principal of as()');
    if (domainApplications(this.parts.applications).length === 0)
      throw new TestingError('SECURITY_MISSING', this.#name);
    const token = this.parts.authenticator.add(principal);
    return new TestClient(() => this.address, { [PRINCIPAL_HEADER]: token }, writeHeaders);
  }

  /**
   * Saves the state of the database before a test; {@link rollback} restores it.
   *
   * @throws TestingError ALREADY_BEGUN
   */
  async begin(): Promise<void> {
    if (this.#isBegun) throw new TestingError('ALREADY_BEGUN');
    this.#rows ??= await this.#snapshot();
    await this.#rows.take();
    for (const samples of this.#samples) samples.begin();
    this.#isBegun = true;
  }

  /**
   * Restores the rows that existed at {@link begin}.
   *
   * @throws TestingError NOT_BEGUN
   */
  async rollback(): Promise<void> {
    if (!this.#isBegun) throw new TestingError('NOT_BEGUN');
    this.#isBegun = false;
    await this.#rows!.restore();
  }

  /** Stops the application and drops its database. */
  async stop(): Promise<void> {
    this.#rows?.close();
    try {
      await this.parts.container.stop();
    } finally {
      await this.parts.database.drop();
    }
  }

  /**
   * Generates a valid payload for a POST; `values` replace generated values, and `undefined` omits a field. Required parents
   * are stored.
   *
   * @throws TestingError SAMPLE_MISSING, SAMPLE_REJECTED, FIELD_UNKNOWN, MODEL_UNKNOWN
   */
  payload(model: ModelName, values: GivenValues = {}): Promise<Record<string, unknown>> {
    return this.#samplesOf(model).payload(model, values);
  }

  /**
   * Generates a valid payload for a POST to a collection of a stored entity, without the foreign key, and with the required
   * columns of a join table. @throws as {@link payload}
   */
  payloadIn(parent: object, collection: string, values: GivenValues = {}): Promise<Record<string, unknown>> {
    return this.#samplesOf(parent.constructor as DomainClass).payloadIn(parent as Entity, collection, values);
  }

  /** Generates a valid payload for a PUT, with new values for the writable fields. @throws as {@link payload} */
  changes(model: ModelName, values: GivenValues = {}): Record<string, unknown> {
    return this.#samplesOf(model).changes(model, values);
  }

  /** Generates up to `count` different valid values of a field, as JSON. @throws as {@link payload} */
  values(model: ModelName, field: string, count: number): unknown[] {
    return this.#samplesOf(model).values(model, field, count);
  }

  /** Builds an instance without storing it. @throws as {@link payload} */
  build<T extends object = Entity>(model: ModelName<T>, values: GivenValues = {}): T {
    return this.#samplesOf(model).build(model, values) as unknown as T;
  }

  /** Stores an entity with its required parents; parent and child refer to each other. @throws as {@link payload} */
  async create<T extends object = Entity>(model: ModelName<T>, values: GivenValues = {}): Promise<T> {
    return (await this.#samplesOf(model).create(model, values)) as unknown as T;
  }

  /** Stores a child in a collection of a stored entity; a many-to-many child is linked. @throws as {@link payload} */
  createIn(parent: object, collection: string, values: GivenValues = {}): Promise<Entity> {
    return this.#samplesOf(parent.constructor as DomainClass).createIn(parent as Entity, collection, values);
  }

  /** Deletes a stored entity, even if it has changed since it was loaded. */
  remove(entity: object): Promise<void> {
    return this.#samplesOf(entity.constructor as DomainClass).remove(entity as Entity);
  }

  /** The path of entities below a collection: `at('/orders', first, second)` is `/orders/1,2`. */
  at(path: string, ...entities: readonly object[]): string {
    const keys = entities.map((entity) => encodeURIComponent(String(this.key(entity))));
    return `${path}/${keys.join(',')}`;
  }

  /** The key of a stored entity, as JSON. */
  key(entity: object): unknown {
    const { models } = this.#samplesOf(entity.constructor as DomainClass);
    return keyOf(models.entityOf(entity as Entity), entity as Entity);
  }

  /** The values that responses contain for a stored entity or a payload: JSON by wire name, without timestamps. */
  representation(model: ModelName, source: object): Record<string, unknown> {
    const { models } = this.#samplesOf(model);
    const entity = models.entity(model);
    return shownValues(entity, source as GivenValues, models.linkFields(entity));
  }

  /** The elements of a list of a response, without the entities that were stored because others require them as parents. */
  added<T extends object>(model: ModelName, list: readonly T[]): readonly T[] {
    const samples = this.#samplesOf(model);
    return samples.added(samples.models.entity(model), list);
  }

  /** The entities of one class in the order of a field, by default of the primary key, as the database sorts them. */
  async sorted<T extends object>(entities: readonly T[], field?: string): Promise<T[]> {
    const [first] = entities as readonly Entity[];
    if (!first) return [];
    const { models } = this.#samplesOf(first.constructor as unknown as DomainClass);
    const entity = models.entityOf(first);
    return sortedBy(entity, field === undefined ? entity.primaryKey : models.field(entity, field), entities);
  }

  /** The number of stored entities. */
  count(model: ModelName): Promise<number> {
    return countOf(this.#samplesOf(model).models.entity(model));
  }

  /** All rows of all models, by model, for comparison. */
  async rows(): Promise<Readonly<Record<string, readonly object[]>>> {
    const entities = this.#samples.flatMap(({ models }) => models.registry.entities);
    return Object.fromEntries(
      await Promise.all(entities.map(async (entity) => [entity.name, await rowsOf(entity)] as const)),
    );
  }

  /**
   * Checks the number of SQL statements that a function sends, without those that begin and end transactions.
   *
   * @throws TestingError STATEMENTS_DIFFER with the list of statements
   */
  async expectStatements<T>(expected: number, work: () => Promise<T>): Promise<T> {
    const statements: string[] = [];
    const end = watchStatements(this.#anyModel, (sql) => {
      if (!TRANSACTION_BOUNDARY.test(sql)) statements.push(sql);
    });
    try {
      const result = await work();
      if (statements.length === expected) return result;
    } finally {
      end();
    }
    throw statementsDiffer(expected, statements);
  }

  /** Copies content and replaces ids, instants and tokens by stable names, for snapshots. */
  forSnapshot(content: unknown): unknown {
    return forSnapshot(content);
  }

  /**
   * The steps of a random walk through an aggregate, as commands of fast-check.
   *
   * @param client  requires all permissions of the aggregate
   * @throws TestingError MODEL_UNKNOWN, MODEL_NOT_ROOT
   */
  walk(root: ModelName, client: TestClient): AggregateWalk {
    const samples = this.#samplesOf(root);
    const aggregate = samples.models.aggregate(root);
    return new AggregateWalk(aggregate, `${this.#mountPath(samples)}/${aggregate.resourceName}`, client, samples);
  }

  /** The mount path of the application with these models. */
  #mountPath({ models }: SampleEntities): string {
    return domainApplications(this.parts.applications).find(({ registry }) => registry === models.registry)!.mountPath;
  }

  get #name(): string {
    return this.application.constructor.name;
  }

  #snapshot(): Promise<RowSnapshot> {
    const entities = this.#samples.flatMap(({ models }) => models.registry.entities);
    return RowSnapshot.of(
      this.#anyModel,
      entities.filter(hasFewKeys).map(({ type }) => type),
    );
  }

  get #anyModel(): DomainClass {
    const [first] = this.#samples.flatMap(({ models }) => models.registry.entities);
    if (!first) throw new TestingError('MODELS_MISSING', this.#name);
    return first.type;
  }

  #samplesOf(model: ModelName): SampleEntities {
    const owner = this.#samples.find(({ models }) => models.find(model)) ?? this.#samples[0];
    if (!owner) throw new TestingError('MODELS_MISSING', this.#name);
    return owner;
  }
}

/** A suite may store more rows than there are keys, although few at a time. */
const FEW_KEYS = 65_535;

function hasFewKeys({ primaryKey: { type, origin } }: EntityMetadata): boolean {
  return origin === 'generated' && type.kind === 'integer' && type.max <= FEW_KEYS;
}

function statementsDiffer(expected: number, statements: readonly string[]): TestingError {
  const list = statements.map((sql, index) => `${index + 1}. ${sql}`).join('\n');
  return new TestingError('STATEMENTS_DIFFER', String(expected), String(statements.length), list);
}

/** The applications with a domain model. */
function domainApplications(applications: readonly Application[]): readonly DomainApplication[] {
  return applications.filter((application) => application instanceof DomainApplication);
}
