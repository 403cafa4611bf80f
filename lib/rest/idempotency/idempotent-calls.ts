import {
  BadRequestException,
  ConflictException,
  type Request,
  type RouteCall,
  type Surrounding,
  UnprocessableEntityException,
} from '../../core';
import type { IdempotencyUse } from '../../metadata';
import { type DatabaseKeys, type DataSource, type KeptResponse, KeyInUseError } from '../../persistence';
import { idempotencyKeyOf } from './idempotency-key';
import type { IdempotencySection } from './idempotency-section';
import { keptResponse, writtenAgain } from './kept-response';
import { fingerprintOf, ownedKey } from './request-identity';
import { RunningKeys } from './running-keys';

/** The parts that calls with an idempotency key need. */
export interface IdempotencyParts {
  /** The name of the application, whose keys are no other's. */
  readonly application: string;
  readonly keys: DatabaseKeys;
  readonly dataSource: DataSource;
  readonly settings: IdempotencySection;
}

/**
 * Writes with the header `Idempotency-Key` are carried out once: who sends one again gets the response of the first.
 *
 * The key, what the request has written and the response are committed together, so that there are all of them or none.
 *
 * @see draft-ietf-httpapi-idempotency-key-header
 */
export class IdempotentCalls {
  readonly #running = new RunningKeys<KeptResponse>();

  constructor(private readonly parts: IdempotencyParts) {}

  /** The surrounding of the routes of operations; undefined where they take no keys. */
  surrounding(use: IdempotencyUse): Surrounding | undefined {
    if (use === 'off') return undefined;
    return {
      needsBytes: true,
      concerns: (request) => {
        const hasKey = idempotencyKeyOf(request) !== undefined;
        if (!hasKey && use === 'required') throw required(request);
        return hasKey;
      },
      surround: (call) => this.#surround(call),
    };
  }

  async #surround(call: RouteCall): Promise<void> {
    const { application, keys, settings } = this.parts;
    const { request } = call;
    const key = ownedKey(application, request, idempotencyKeyOf(request)!);
    const fingerprint = fingerprintOf(request, call.bytes);
    await keys.removeExpired(Date.now());
    try {
      const kept = await this.#running.run(key, settings.waitMs, () => this.#carryOut(key, fingerprint, call));
      if (kept) repeat(kept, fingerprint, call);
    } catch (error) {
      throw error instanceof KeyInUseError ? inUse(error) : error;
    }
  }

  /**
   * The method of an override may go on when a generated one that it calls fails.
   *
   * @returns what is kept with the key afterwards
   */
  async #carryOut(key: string, fingerprint: string, call: RouteCall): Promise<KeptResponse | undefined> {
    const isOverridden = call.request.route?.resource !== undefined;
    const { kept, isOther } = await this.parts.dataSource.enclosingUnit(async () => {
      const other = await this.#claim(key, fingerprint);
      return other ? { kept: other, isOther: true } : { kept: await this.#run(key, fingerprint, call), isOther: false };
    }, isOverridden);
    if (isOther && kept) repeat(kept, fingerprint, call);
    return kept;
  }

  #claim(key: string, fingerprint: string): Promise<KeptResponse | undefined> {
    const { keys, settings } = this.parts;
    const expiresAtMs = Date.now() + settings.keepS * 1000;
    return keys.claim({ key, fingerprint, expiresAtMs, waitMs: settings.waitMs });
  }

  /** An error response that is set, and not thrown, is not kept; earlier writes stay, as without a key. */
  async #run(key: string, fingerprint: string, call: RouteCall): Promise<KeptResponse | undefined> {
    const { keys, settings } = this.parts;
    const written = await call.run();
    if (written.status >= 400) {
      await keys.release(key);
      return undefined;
    }
    const kept = keptResponse(written, fingerprint, settings.maxResponseBytes);
    await keys.keep(key, kept);
    return kept;
  }
}

/** @throws UnprocessableEntityException when the key was used with another request */
function repeat(kept: KeptResponse, fingerprint: string, call: RouteCall): void {
  if (kept.fingerprint !== fingerprint) {
    throw new UnprocessableEntityException(
      'This Idempotency-Key was used with another request: send the same request again, or take a new key.',
    );
  }
  call.repeat(writtenAgain(kept));
}

function required({ method, originalPath }: Request): BadRequestException {
  return new BadRequestException(
    `${method} ${originalPath} needs the header Idempotency-Key: send a new key, such as a UUID, with each write, and the same one with its repeats.`,
  );
}

function inUse(cause: KeyInUseError): ConflictException {
  return new ConflictException('A request with this Idempotency-Key is still being carried out: try again later.', {
    cause,
    headers: { 'Retry-After': '1' },
  });
}
