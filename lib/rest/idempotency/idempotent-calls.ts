import {
  BadRequestException,
  ConflictException,
  type Request,
  type RouteCall,
  type RouteWrapper,
  UnprocessableEntityException,
} from '../../core';
import type { IdempotencyMode } from '../../metadata';
import { type DatabaseIdempotencyKeys, type DataSource, type KeptResponse, KeyInUseError } from '../../persistence';
import { idempotencyKeyOf } from './idempotency-key';
import type { IdempotencySection } from './idempotency-section';
import { keptResponse, replayedResponse } from './kept-response';
import { fingerprintOf, ownedKey } from './request-identity';
import { RunningKeys } from './running-keys';

export interface IdempotencyParts {
  /** The name of the application; each application has its own keys. */
  readonly application: string;
  readonly keys: DatabaseIdempotencyKeys;
  readonly dataSource: DataSource;
  readonly settings: IdempotencySection;
}

/**
 * Runs writes with the header `Idempotency-Key` once: a repeated request gets the stored response of the first.
 *
 * The key, the changes and the response are committed in one transaction.
 *
 * @see draft-ietf-httpapi-idempotency-key-header
 */
export class IdempotentCalls {
  readonly #running = new RunningKeys<KeptResponse>();

  constructor(private readonly parts: IdempotencyParts) {}

  /** Wraps routes that take keys; undefined for others. */
  wrapperFor(use: IdempotencyMode): RouteWrapper | undefined {
    if (use === 'off') return undefined;
    return {
      needsBytes: true,
      appliesTo: (request) => {
        const hasKey = idempotencyKeyOf(request) !== undefined;
        if (!hasKey && use === 'required') throw keyRequired(request);
        return hasKey;
      },
      wrap: (call) => this.#wrap(call),
    };
  }

  async #wrap(call: RouteCall): Promise<void> {
    const { application, keys, settings } = this.parts;
    const { request } = call;
    const key = ownedKey(application, request, idempotencyKeyOf(request)!);
    const fingerprint = fingerprintOf(request, call.bytes);
    await keys.removeExpired(Date.now());
    try {
      const storedMeanwhile = await this.#running.run(key, settings.waitMs, () =>
        this.#runOnce(key, fingerprint, call),
      );
      if (storedMeanwhile) replay(storedMeanwhile, fingerprint, call);
    } catch (error) {
      throw error instanceof KeyInUseError ? keyInUse(error) : error;
    }
  }

  /**
   * Runs the call, or replays the response that an earlier request has stored.
   *
   * @returns the response that is stored with the key afterwards; undefined when the request has failed
   */
  async #runOnce(key: string, fingerprint: string, call: RouteCall): Promise<KeptResponse | undefined> {
    // An override may continue after a generated method that it calls has failed.
    const isOverridden = call.request.route?.resource !== undefined;
    const { response, isReplay } = await this.parts.dataSource.enclosingUnit(async () => {
      const stored = await this.#claim(key, fingerprint);
      if (stored) return { response: stored, isReplay: true };
      return { response: await this.#run(key, fingerprint, call), isReplay: false };
    }, isOverridden);
    if (isReplay && response) replay(response, fingerprint, call);
    return response;
  }

  #claim(key: string, fingerprint: string): Promise<KeptResponse | undefined> {
    const { keys, settings } = this.parts;
    const expiresAtMs = Date.now() + settings.keepS * 1000;
    return keys.claim({ key, fingerprint, expiresAtMs, waitMs: settings.waitMs });
  }

  /** An error response that is set instead of thrown frees the key. */
  async #run(key: string, fingerprint: string, call: RouteCall): Promise<KeptResponse | undefined> {
    const { keys, settings } = this.parts;
    const written = await call.run();
    if (written.status >= 400) {
      await keys.release(key);
      return undefined;
    }
    const stored = keptResponse(written, fingerprint, settings.maxResponseBytes);
    await keys.keep(key, stored);
    return stored;
  }
}

/** @throws UnprocessableEntityException when the key was used with another request */
function replay(stored: KeptResponse, fingerprint: string, call: RouteCall): void {
  if (stored.fingerprint !== fingerprint) {
    throw new UnprocessableEntityException(
      'This Idempotency-Key was used with another request: send the same request again, or take a new key.',
    );
  }
  call.repeat(replayedResponse(stored));
}

function keyRequired({ method, originalPath }: Request): BadRequestException {
  return new BadRequestException(
    `${method} ${originalPath} requires the header Idempotency-Key: send a new key, such as a UUID, with each write, and the same key when you repeat it.`,
  );
}

function keyInUse(cause: KeyInUseError): ConflictException {
  return new ConflictException('A request with this Idempotency-Key is still running: try again later.', {
    cause,
    headers: { 'Retry-After': '1' },
  });
}
