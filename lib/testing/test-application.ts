import type { Application, Container } from '../core';
import type { DomainClass } from '../metadata';
import { countOf, type Entity, type PrivateDatabase, RowSnapshot, rowsOf, watchStatements } from '../persistence';
import { Application as DomainApplication } from '../rest';
import type { Identity } from '../security';
import { TestingError } from './errors';
import { type KnownPrincipals, PRINCIPAL_HEADER } from './known-principals';
import { neutral } from './neutral';
import type { GivenValues, ModelName } from './samples/known-models';
import { SampleEntities } from './samples/sample-entities';
import { keyOf, shownValues } from './samples/shown-values';
import { TestClient } from './test-client';
import { AggregateWalk } from './walk/aggregate-walk';

/** What an application under test is made of. */
interface Parts {
  readonly container: Container;
  readonly applications: readonly Application[];
  readonly database: PrivateDatabase;
  readonly principals: KnownPrincipals;
}

/** What opens and ends transactions is no work that a test would count. */
const BOUNDARY = /^(START|BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT|RELEASE)\b/;

/** An application that a test has started: requests to it, entities in it, and a database that forgets each test. */
export class TestApplication {
  /** Sends requests as nobody. */
  readonly request: TestClient;
  readonly #samples: readonly SampleEntities[];
  #rows?: RowSnapshot;
  #isBegun = false;

  private constructor(private readonly parts: Parts) {
    this.request = new TestClient(() => this.address);
    this.#samples = domainOf(parts.applications).map(({ registry }) => new SampleEntities(registry!));
  }

  /** For {@link startTestApplication}, once the container runs. */
  static async of(parts: Parts, isEmpty: boolean): Promise<TestApplication> {
    const application = new TestApplication(parts);
    if (isEmpty) {
      application.#rows = await RowSnapshot.of(application.#anyModel);
      // Nothing is kept so far.
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

  /** Requests of a principal: of those permissions beside those of its roles. No password is asked for. */
  as(principal: Identity): TestClient {
    if (domainOf(this.parts.applications).length === 0) throw new TestingError('SECURITY_MISSING', this.#name);
    return new TestClient(() => this.address, { [PRINCIPAL_HEADER]: this.parts.principals.add(principal) });
  }

  /**
   * Before a test: what is written from here on, {@link rollback} takes back.
   *
   * @throws TestingError ALREADY_BEGUN
   */
  async begin(): Promise<void> {
    if (this.#isBegun) throw new TestingError('ALREADY_BEGUN');
    this.#rows ??= await RowSnapshot.of(this.#anyModel);
    await this.#rows.take();
    this.#isBegun = true;
  }

  /**
   * After a test: puts back the rows that there were when it began, whoever has written since.
   *
   * @throws TestingError NOT_BEGUN
   */
  async rollback(): Promise<void> {
    if (!this.#isBegun) throw new TestingError('NOT_BEGUN');
    this.#isBegun = false;
    await this.#rows!.restore();
  }

  /** Stops the application, and removes its database. */
  async stop(): Promise<void> {
    this.#rows?.close();
    try {
      await this.parts.container.stop();
    } finally {
      await this.parts.database.drop();
    }
  }

  /**
   * A payload with which one can be created, with values of your own in place of those that are made up. What it refers to,
   * and needs, is stored meanwhile. A value of `undefined` leaves its field out.
   *
   * @throws TestingError SAMPLE_MISSING, SAMPLE_REFUSED, FIELD_UNKNOWN, MODEL_UNKNOWN
   */
  payload(model: ModelName, values: GivenValues = {}): Promise<Record<string, unknown>> {
    return this.#samplesOf(model).payload(model, values);
  }

  /** What a PUT may send to an entity that is stored: another value for each field that an update may set. @throws as {@link payload} */
  changes(model: ModelName, values: GivenValues = {}): Record<string, unknown> {
    return this.#samplesOf(model).changes(model, values);
  }

  /** Valid values of a field that differ from each other, as JSON has them; fewer where it takes no more. @throws as {@link payload} */
  values(model: ModelName, field: string, count: number): unknown[] {
    return this.#samplesOf(model).values(model, field, count);
  }

  /** An instance that is not stored. @throws as {@link payload} */
  build<T extends object = Entity>(model: ModelName<T>, values: GivenValues = {}): T {
    return this.#samplesOf(model).build(model, values) as unknown as T;
  }

  /** An instance that is stored, with the parents that it needs; they refer to each other. @throws as {@link payload} */
  async create<T extends object = Entity>(model: ModelName<T>, values: GivenValues = {}): Promise<T> {
    return (await this.#samplesOf(model).create(model, values)) as unknown as T;
  }

  /** A child that is stored in a collection of a stored entity; of a many-to-many, one that is linked. @throws as {@link payload} */
  createIn(parent: object, collection: string, values: GivenValues = {}): Promise<Entity> {
    return this.#samplesOf(parent.constructor as DomainClass).createIn(parent as Entity, collection, values);
  }

  /** Deletes a stored entity, whatever was written since it was loaded. */
  remove(entity: object): Promise<void> {
    return this.#samplesOf(entity.constructor as DomainClass).remove(entity as Entity);
  }

  /** The path of entities below a collection: `at('/orders', one, other)` is `/orders/1,2`. */
  at(path: string, ...entities: readonly object[]): string {
    const keys = entities.map((one) => encodeURIComponent(String(this.key(one))));
    return `${path}/${keys.join(',')}`;
  }

  /** The key of a stored entity, as JSON has it. */
  key(entity: object): unknown {
    return keyOf(
      this.#samplesOf(entity.constructor as DomainClass).models.entityOf(entity as Entity),
      entity as Entity,
    );
  }

  /** What responses show of an entity that is stored, or of a payload: by wire names, as JSON; without the times of writing. */
  shown(model: ModelName, source: object): Record<string, unknown> {
    return shownValues(this.#samplesOf(model).models.entity(model), source as GivenValues);
  }

  /** How many are stored. */
  count(model: ModelName): Promise<number> {
    return countOf(this.#samplesOf(model).models.entity(model));
  }

  /** All rows of all models, to be compared with those of another time. */
  async rows(): Promise<Readonly<Record<string, readonly object[]>>> {
    const entities = this.#samples.flatMap(({ models }) => models.registry.entities);
    return Object.fromEntries(await Promise.all(entities.map(async (one) => [one.name, await rowsOf(one)] as const)));
  }

  /**
   * Checks how many SQL statements the work sends; those that open and end transactions do not count.
   *
   * @throws TestingError STATEMENTS_DIFFER with a list of them
   */
  async expectStatements<T>(expected: number, work: () => Promise<T>): Promise<T> {
    const statements: string[] = [];
    const end = watchStatements(this.#anyModel, (sql) => {
      if (!BOUNDARY.test(sql)) statements.push(sql);
    });
    try {
      const result = await work();
      if (statements.length === expected) return result;
    } finally {
      end();
    }
    const list = statements.map((sql, index) => `${index + 1}. ${sql}`).join('\n');
    throw new TestingError('STATEMENTS_DIFFER', String(expected), String(statements.length), list);
  }

  /** A copy of content with stable names in place of ids, instants and tokens, for snapshots. */
  neutral(content: unknown): unknown {
    return neutral(content);
  }

  /**
   * Steps of a random walk through an aggregate, for the commands of fast-check.
   *
   * @param client who may do all of it
   * @throws TestingError MODEL_UNKNOWN for what is no root
   */
  walk(root: ModelName, client: TestClient): AggregateWalk {
    const samples = this.#samplesOf(root);
    const aggregate = samples.models.aggregate(root);
    return new AggregateWalk(aggregate, `${this.#mountPath(samples)}/${aggregate.resourceName}`, client, samples);
  }

  /** Where the application of these models is mounted. */
  #mountPath({ models }: SampleEntities): string {
    return domainOf(this.parts.applications).find(({ registry }) => registry === models.registry)!.mountPath;
  }

  get #name(): string {
    return this.application.constructor.name;
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

function domainOf(applications: readonly Application[]): readonly DomainApplication[] {
  return applications.filter((one) => one instanceof DomainApplication);
}
