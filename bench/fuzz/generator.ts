import type { AggregateMetadata } from '../../lib/metadata';
import { Conditions } from './conditions';
import type { KindContext } from './kinds/request-kind';
import { REQUEST_KINDS } from './kinds/request-kinds';
import { World } from './known-entities';
import type { NeutralAnswer } from './neutral-response';
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
    const world = new World(aggregates);
    this.#context = { random, world, payloads: new Payloads(random, world) };
    this.#repeats = new Repeats(random);
    this.#conditions = new Conditions(random);
    this.#previews = new Previews(random);
  }

  next(): FuzzRequest {
    const again = this.#repeats.next() ?? this.#previews.next();
    if (again) return again;
    const kind = this.#context.random.weighted(REQUEST_KINDS);
    const request = this.#conditions.on({ headers: {}, ...kind.make(this.#context), kind: kind.name });
    return this.#previews.tried(this.#repeats.keyed(request));
  }

  /** Later requests use the entities of the response. */
  learn(request: FuzzRequest, answer: NeutralAnswer): void {
    this.#repeats.learn(request, answer);
    this.#previews.learn(request, answer);
    if (request.isPreview) return;
    const { site } = request;
    const { status, body } = answer;
    if (site && status < 300 && typeof body === 'object') this.#context.world.learn(site, body);
  }
}
