import type { AggregateMetadata } from '../../lib/metadata';
import { Conditions } from './conditions';
import type { KindContext } from './kinds/request-kind';
import { REQUEST_KINDS } from './kinds/request-kinds';
import { KnownEntities } from './known-entities';
import type { NeutralResponse } from './neutral-response';
import { Payloads } from './payloads';
import { Previews } from './previews';
import { Random } from './random';
import { Repeats } from './repeats';
import type { FuzzRequest } from './request';

/** A sequence of requests that depends only on its seed, the domain and the earlier responses. */
export class Generator {
  readonly #context: KindContext;
  readonly #repeats: Repeats;
  readonly #conditions: Conditions;
  readonly #previews: Previews;

  constructor(seed: number, aggregates: readonly AggregateMetadata[]) {
    const random = new Random(seed);
    const entities = new KnownEntities(aggregates);
    this.#context = { random, entities, payloads: new Payloads(random, entities) };
    this.#repeats = new Repeats(random);
    this.#conditions = new Conditions(random);
    this.#previews = new Previews(random);
  }

  next(): FuzzRequest {
    const followUp = this.#repeats.next() ?? this.#previews.next();
    if (followUp) return followUp;
    const kind = this.#context.random.weighted(REQUEST_KINDS);
    const request = this.#conditions.withCondition({ headers: {}, ...kind.make(this.#context), kind: kind.name });
    return this.#previews.withPreview(this.#repeats.withKey(request));
  }

  /** Later requests use the entities of the response. */
  learn(request: FuzzRequest, response: NeutralResponse): void {
    this.#repeats.learn(request, response);
    this.#previews.learn(request, response);
    if (request.isPreview) return;
    const { resource } = request;
    const { status, body } = response;
    if (resource && status < 300 && typeof body === 'object') this.#context.entities.learn(resource, body);
  }
}
