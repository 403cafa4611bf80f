import assert from 'node:assert/strict';
import type { AggregateMetadata, CollectionPath, EntityMetadata, Exposure } from '../../metadata';
import type { SampleEntities } from '../samples/sample-entities';
import { shownValues } from '../samples/shown-values';
import type { TestClient, TestResponse } from '../test-client';
import type { AggregateModel, ModelNode } from './model-node';

/** A step of a random walk. */
export type WalkStep = 'create' | 'update' | 'delete' | 'list';

/** The shape of a fast-check command. */
export interface WalkCommand {
  check(model: AggregateModel): boolean;
  run(model: AggregateModel, real: unknown): Promise<void>;
  toString(): string;
}

interface Place {
  readonly path: CollectionPath;
  readonly entity: EntityMetadata;
  readonly exposure: Exposure;
}

/**
 * A random walk through an aggregate: each step is applied to the application and to a plain model, and both are compared.
 * A write that the domain rejects (409, 422) must not change anything.
 */
export class AggregateWalk {
  readonly #places: readonly Place[];

  /** @param path  the path of the root: `/orders` */
  constructor(
    aggregate: AggregateMetadata,
    private readonly path: string,
    private readonly client: TestClient,
    private readonly samples: SampleEntities,
  ) {
    const { root, exposure, paths } = aggregate;
    const below = paths.filter((path) => path.every(({ kind, target }) => kind === 'oneToMany' && !target.isRoot));
    const children = below.map((path) => {
      const { target, exposure: exposed } = path.at(-1)!;
      return { path, entity: target, exposure: exposed };
    });
    this.#places = [{ path: ROOT, entity: root, exposure }, ...children];
  }

  /** @param choice  selects the collection and the entity */
  command(step: WalkStep, choice: number): WalkCommand {
    const [check, run] = {
      create: [(model: AggregateModel) => this.#collections(model, 'create').length > 0, this.#create],
      update: [(model: AggregateModel) => this.#entities(model, 'update').length > 0, this.#update],
      delete: [(model: AggregateModel) => this.#entities(model, 'delete').length > 0, this.#delete],
      list: [(model: AggregateModel) => this.#collections(model, 'read').length > 0, this.#list],
    }[step] as [(model: AggregateModel) => boolean, (model: AggregateModel, choice: number) => Promise<void>];
    return { check, run: (model) => run.call(this, model, choice), toString: () => `${step} ${choice}` };
  }

  async #create(model: AggregateModel, choice: number): Promise<void> {
    const { place, parent } = pick(this.#collections(model, 'create'), choice);
    const collection = place.path.at(-1);
    const payload = collection
      ? await this.samples.payloadFor(collection, {})
      : await this.samples.payload(place.entity.type, {});

    const response = await this.client.post(this.#pathTo(place.path, parent), payload);

    if (isRejected(response)) return this.#compare(model, place, parent);
    assert.equal(response.status, 201, failure('POST', response));
    const key = String(response.body[place.entity.key.wireName]);
    model.add({ key, representation: shownValues(place.entity, payload), place: place.path, parent, children: [] });
    await this.#compare(model, place, parent);
  }

  async #update(model: AggregateModel, choice: number): Promise<void> {
    const { place, node } = pick(this.#entities(model, 'update'), choice);
    const changes = this.samples.changes(place.entity.type, {});

    const response = await this.client.put(this.#pathOf(node), changes);

    if (!isRejected(response)) {
      assert.equal(response.status, 200, failure('PUT', response));
      node.representation = { ...node.representation, ...shownValues(place.entity, changes) };
    }
    await this.#compare(model, place, node.parent);
  }

  async #delete(model: AggregateModel, choice: number): Promise<void> {
    const { place, node } = pick(this.#entities(model, 'delete'), choice);
    const path = this.#pathOf(node);

    const response = await this.client.delete(path);

    if (!isRejected(response)) {
      assert.equal(response.status, 204, failure('DELETE', response));
      model.remove(node);
      if (place.exposure.read)
        assert.match(String((await this.client.get(path)).status), /^4(04|10)$/, `${path} still exists`);
    }
    await this.#compare(model, place, node.parent);
  }

  async #list(model: AggregateModel, choice: number): Promise<void> {
    const { place, parent } = pick(this.#collections(model, 'read'), choice);
    await this.#compare(model, place, parent);
  }

  /** Compares the list of a collection with the model, in any order. */
  async #compare(model: AggregateModel, place: Place, parent?: ModelNode): Promise<void> {
    if (!place.exposure.read) return;
    const response = await this.client.get(this.#pathTo(place.path, parent));
    assert.equal(response.status, 200, failure('GET', response));
    const name = place.entity.key.wireName;
    const bodies = this.samples.added(place.entity, response.body as Body[]);
    const listed = new Map(bodies.map((body) => [String(body[name]), body]));
    compareList(listed, model.at(place.path, parent));
  }

  /** The collections that have the operation, one for each possible parent in the model; also the roots. */
  #collections(model: AggregateModel, operation: keyof Exposure): readonly { place: Place; parent?: ModelNode }[] {
    return this.#places
      .filter(({ exposure }) => exposure[operation])
      .flatMap((place) => {
        if (place.path.length === 0) return [{ place }];
        const above = this.#places.find(({ path }) => isParentOf(path, place.path));
        const parents = above ? model.nodes.filter((node) => node.place === above.path) : [];
        return parents.map((parent) => ({ place, parent }));
      });
  }

  /** The entities that have the operation. */
  #entities(model: AggregateModel, operation: keyof Exposure): readonly { place: Place; node: ModelNode }[] {
    return model.nodes.flatMap((node) => {
      const place = this.#places.find(({ path }) => path === node.place)!;
      return place.exposure[operation] ? [{ place, node }] : [];
    });
  }

  #pathTo(place: CollectionPath, parent?: ModelNode): string {
    return parent ? `${this.#pathOf(parent)}/${place.at(-1)!.wireName}` : this.path;
  }

  #pathOf(node: ModelNode): string {
    return `${this.#pathTo(node.place, node.parent)}/${encodeURIComponent(node.key)}`;
  }
}

const ROOT: CollectionPath = [];

type Body = Readonly<Record<string, unknown>>;

/** Compares the entities of a list by key, in any order, each by the members that the model knows. */
function compareList(listed: ReadonlyMap<string, Body>, expected: readonly ModelNode[]): void {
  const keys = expected.map(({ key }) => key);
  assert.deepEqual([...listed.keys()].sort(), keys.sort(), 'the list has different entities');
  for (const { key, representation } of expected) {
    const body = listed.get(key)!;
    const known = Object.fromEntries(Object.keys(representation).map((field) => [field, body[field]]));
    assert.deepEqual(known, representation);
  }
}

function isParentOf(above: CollectionPath, path: CollectionPath): boolean {
  return above.length === path.length - 1 && above.every((step, index) => step === path[index]);
}

function pick<T>(candidates: readonly T[], choice: number): T {
  return candidates[choice % candidates.length]!;
}

function isRejected({ status }: TestResponse): boolean {
  return status === 409 || status === 422;
}

function failure(method: string, { status, text }: TestResponse): string {
  return `${method} returned ${status}: ${text}`;
}
