import {
  BadRequestException,
  ConflictException,
  type Request,
  type RouteCall,
  type RouteWrapper,
  UnprocessableEntityException,
} from '../../core';
import { deadlines } from '../../foundation';
import type { IdempotencyMode } from '../../metadata';
import {
  type DatabaseIdempotencyKeys,
  type DataSource,
  type KeptResponse,
  KeyInUseError,
  StatementTooLongError,
} from '../../persistence';
import { idempotencyKeyOf } from './idempotency-key';
import type { IdempotencySection } from './idempotency-section';
import { keptResponse, replayedResponse, withoutBody } from './kept-response';
import { digest, fingerprintOf, ownedKey, ownerOf } from './request-identity';
import { RunningKeys } from './running-keys';

export interface IdempotencyParts {
  /** The name of the application; each application has its own keys. */
  readonly application: string;
  readonly keys: DatabaseIdempotencyKeys;
  readonly dataSource: DataSource;
  readonly settings: IdempotencySection;
  /** A text about the rights that shape the response to a request. */
  readonly describeRights: (request: Request) => string;
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
    const { keys, settings } = this.parts;
    const keyed = this.#keyedCall(call);
    await keys.removeExpired(Date.now());
    try {
      const storedMeanwhile = await this.#running.run(keyed.key, settings.waitMs, () => this.#runOnce(keyed));
      if (storedMeanwhile) replay(storedMeanwhile, keyed);
    } catch (error) {
      throw error instanceof KeyInUseError ? keyInUse(error) : error;
    }
  }

  #keyedCall(call: RouteCall): KeyedCall {
    const { application, describeRights } = this.parts;
    const { request, bytes } = call;
    const owner = ownerOf(application, request);
    const key = ownedKey(owner, idempotencyKeyOf(request)!);
    return { call, key, owner, fingerprint: fingerprintOf(request, bytes), rights: digest(describeRights(request)) };
  }

  /**
   * Runs the call, or replays the response that an earlier request has stored.
   *
   * @returns the response that is stored with the key afterwards; undefined when the request has failed
   */
  async #runOnce(keyed: KeyedCall): Promise<KeptResponse | undefined> {
    // An override may continue after a generated method that it calls has failed.
    const isOverridden = keyed.call.request.route?.resource !== undefined;
    const { response, isReplay } = await this.parts.dataSource.enclosingUnit(async () => {
      const stored = await this.#claim(keyed);
      if (stored) return { response: stored, isReplay: true };
      return { response: await this.#run(keyed), isReplay: false };
    }, isOverridden);
    if (isReplay && response) replay(response, keyed);
    return response;
  }

  #claim({ key, owner, fingerprint }: KeyedCall): Promise<KeptResponse | undefined> {
    const { keys, settings } = this.parts;
    const expiresAtMs = Date.now() + settings.keepS * 1000;
    return keys.claim({ key, owner, fingerprint, expiresAtMs, waitMs: settings.waitMs });
  }

  /** An error response that is set instead of thrown frees the key. */
  async #run(keyed: KeyedCall): Promise<KeptResponse | undefined> {
    const { keys, settings } = this.parts;
    const written = await keyed.call.run();
    if (written.status >= 400) {
      await keys.release(keyed.key);
      return undefined;
    }
    return this.#keep(keyed, keptResponse(written, keyed, settings.maxResponseBytes));
  }

  /** Stores a response, without its body if the owner has stored too much or the server does not take it. */
  async #keep({ key, owner }: KeyedCall, response: KeptResponse): Promise<KeptResponse> {
    const { keys } = this.parts;
    const stored = (await this.#hasRoom(owner, response)) ? response : withoutBody(response);
    try {
      await keys.keep(key, stored);
      return stored;
    } catch (error) {
      if (!(error instanceof StatementTooLongError)) throw error;
      const smaller = withoutBody(stored);
      await keys.keep(key, smaller);
      return smaller;
    }
  }

  async #hasRoom(owner: string, { body }: KeptResponse): Promise<boolean> {
    if (!body?.length) return true;
    const { keys, settings } = this.parts;
    return (await keys.storedBytes(owner)) + body.length <= settings.maxBytesPerPrincipal;
  }
}

/** A call with its key; key, owner, fingerprint and rights are digests. */
interface KeyedCall {
  readonly call: RouteCall;
  readonly key: string;
  readonly owner: string;
  readonly fingerprint: string;
  readonly rights: string;
}

/** @throws UnprocessableEntityException when the key was used with another request */
function replay(stored: KeptResponse, { call, fingerprint, rights }: KeyedCall): void {
  if (stored.fingerprint !== fingerprint) {
    throw new UnprocessableEntityException(
      'This Idempotency-Key was used with another request: send the same request again, or take a new key.',
    );
  }
  call.repeat(replayedResponse(stored, rights));
  deadlines.getStore()?.observer?.replayed?.();
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
