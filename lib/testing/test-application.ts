import type { Application, Container } from '../core';
import type { DomainClass, MetadataRegistry } from '../metadata';
import { KeptRows, type PrivateDatabase, watchStatements } from '../persistence';
import { Application as DomainApplication } from '../rest';
import type { Identity } from '../security';
import { TestingError } from './errors';
import { type KnownPrincipals, PRINCIPAL_HEADER } from './known-principals';
import { neutral } from './neutral';
import { type GivenValues, SampleEntities } from './samples/sample-entities';
import { TestClient } from './test-client';

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
  readonly #samples: readonly { readonly registry: MetadataRegistry; readonly entities: SampleEntities }[];
  #rows?: KeptRows;
  #isBegun = false;

  private constructor(private readonly parts: Parts) {
    this.request = new TestClient(() => this.address);
    const registries = domainOf(parts.applications).map(({ registry }) => registry!);
    this.#samples = registries.map((registry) => ({ registry, entities: new SampleEntities(registry) }));
  }

  /** For {@link startTestApplication}, once the container runs. */
  static async of(parts: Parts): Promise<TestApplication> {
    return new TestApplication(parts);
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
    this.#rows ??= await KeptRows.of(this.#anyModel);
    await this.#rows.keep();
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
  payload(type: DomainClass, values: GivenValues = {}): Promise<Record<string, unknown>> {
    return this.#entitiesFor(type).payload(type, values);
  }

  /** An instance that is not stored. @throws as {@link payload} */
  build<T extends object>(type: DomainClass<T>, values: GivenValues = {}): T {
    return this.#entitiesFor(type).build(type, values) as unknown as T;
  }

  /** An instance that is stored, with the parents that it needs; they refer to each other. @throws as {@link payload} */
  async create<T extends object>(type: DomainClass<T>, values: GivenValues = {}): Promise<T> {
    return (await this.#entitiesFor(type).create(type, values)) as unknown as T;
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

  get #name(): string {
    return this.application.constructor.name;
  }

  get #anyModel(): DomainClass {
    const [first] = this.#samples.flatMap(({ registry }) => registry.entities);
    if (!first) throw new TestingError('MODELS_MISSING', this.#name);
    return first.type;
  }

  #entitiesFor(type: DomainClass): SampleEntities {
    const owner = this.#samples.find(({ registry }) => registry.entity(type)) ?? this.#samples[0];
    if (!owner) throw new TestingError('MODELS_MISSING', this.#name);
    return owner.entities;
  }
}

function domainOf(applications: readonly Application[]): readonly DomainApplication[] {
  return applications.filter((one) => one instanceof DomainApplication);
}
