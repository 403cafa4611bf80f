import { DeadlineError } from '../../foundation';
import { ExceptionMapping, type Translation } from '../http/exception-mapping';
import { ServiceUnavailableException } from '../http/exceptions';
import type { Guard } from '../http/guard';
import type { HttpException } from '../http/http-exception';
import type { Logger } from '../http/logger';
import type { RouteDefinition } from '../http/route-definition';
import type { RouteDescription } from '../http/route-description';
import type { ServedApplication } from '../koa/served-application';
import { failuresOf } from './lifetime';
import { LivePlugins } from './live-plugins';
import { UnreachableError } from './unreachable-error';
import { withTimeout } from './with-timeout';

const RETRY_MS = 1000;
/** How often a wait that goes on is logged. */
const LOG_EVERY_MS = 30_000;

/** The steps of an application that stands by. */
interface Steps {
  /** @param live  receives the plugins that stand by */
  prepare(reason: UnreachableError, live: LivePlugins<void>): Promise<ServedApplication>;
  /** @throws UnreachableError */
  reach(): Promise<void>;
  /** Starts everything. @throws UnreachableError */
  complete(): Promise<void>;
}

/**
 * An application that has started without something outside, such as its database: it serves the routes that it defines
 * itself, and tries once a second to start completely.
 */
export class Standby {
  readonly #live = new LivePlugins<void>();
  #served?: ServedApplication;
  #isComplete = false;
  #isEnded = false;
  #wake = () => {};
  #loggedAtMs = 0;
  #waiting: Promise<void> = Promise.resolve();

  /**
   * @param name       of the application, for messages
   * @param timeoutMs  for the end of each plugin
   */
  constructor(
    private readonly name: string,
    private readonly steps: Steps,
    private readonly logger: Logger,
    private readonly timeoutMs: number,
  ) {}

  /** Undefined once the application serves everything. */
  get served(): ServedApplication | undefined {
    return this.#isComplete ? undefined : this.#served;
  }

  /** Settles when the application has started completely, or is stopped before. */
  get completed(): Promise<void> {
    return this.#waiting;
  }

  /**
   * Serves from now on, and waits. If the application cannot start once it has reached what it waits for, the error ends
   * the process, as an unhandled rejection.
   *
   * @throws the mistakes that are found without what is missing
   */
  async begin(reason: UnreachableError): Promise<void> {
    await this.#prepare(reason);
    this.#waiting = this.#wait();
    void this.#waiting.then();
  }

  async end(timeoutMs: number): Promise<void> {
    this.#isEnded = true;
    this.#wake();
    const waiting = () => this.#waiting.catch(() => undefined);
    const failures = await failuresOf(() => withTimeout(waiting, timeoutMs, `${this.name}.start()`));
    failures.push(...(await failuresOf(() => this.#live.destroy(timeoutMs))));
    await this.#served?.inFlight.settle(timeoutMs);
    this.#served?.outages.close();
    if (failures.length > 0) throw failures[0];
  }

  async #prepare(reason: UnreachableError): Promise<void> {
    try {
      this.#served = await this.steps.prepare(reason, this.#live);
    } catch (error) {
      await this.#live.destroy(this.timeoutMs);
      throw error;
    }
    this.#log(`${this.name} stands by, since it waits for something outside: ${reason.message}`);
  }

  async #wait(): Promise<void> {
    do {
      await this.#pause();
    } while (!this.#isEnded && !(await this.#isStarted()));
  }

  async #isStarted(): Promise<boolean> {
    try {
      await this.steps.reach();
      if (!this.#isEnded) await this.#complete();
      return true;
    } catch (error) {
      if (this.#isEnded) return true;
      if (!(error instanceof UnreachableError)) {
        this.logger.error(`${this.name} cannot start, now that it has reached what it waited for`, error);
        throw error;
      }
      if (performance.now() - this.#loggedAtMs > LOG_EVERY_MS) this.#log(`${this.name} still waits: ${error.message}`);
      return false;
    }
  }

  async #complete(): Promise<void> {
    await this.#live.destroy(this.timeoutMs);
    try {
      await this.steps.complete();
    } catch (error) {
      // Lost again meanwhile.
      if (error instanceof UnreachableError) await this.#prepare(error);
      throw error;
    }
    this.#isComplete = true;
    this.logger.info(`${this.name} has started completely.`);
  }

  #log(line: string): void {
    this.#loggedAtMs = performance.now();
    this.logger.warn(line);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * What is served while an application stands by: its own routes, as far as they need nothing that is missing. Everything
 * else is rejected with 503.
 */
export function servedInStandby(served: ServedApplication, reason: UnreachableError): ServedApplication {
  // The database may be there already, and may not be used before it has been checked.
  const noTime = () => ({ limitMs: 0, atMs: 0 });
  return {
    ...served,
    deadlineMs: 0,
    contextOf: (request, plan, begun = noTime()) => served.contextOf(request, plan, begun),
    exceptions: new StandbyExceptions(served.exceptions, reason),
  };
}

/** Rejects requests to routes that are not the application's own, and to those that it will perhaps have later. */
export class StandbyGuard implements Guard {
  readonly needsContext = false;
  /** The routes of plugins. */
  #others: ReadonlySet<string> = new Set();

  constructor(private readonly reason: UnreachableError) {}

  /** @param before the routes that the application had before its plugins added theirs */
  coverOthers(routes: readonly RouteDefinition[], before: readonly RouteDefinition[]): void {
    const own = new Set(before.map(keyOf));
    this.#others = new Set(routes.map(keyOf).filter((key) => !own.has(key)));
  }

  appliesTo(route: RouteDescription | undefined): boolean {
    return route === undefined || this.#others.has(keyOf(route));
  }

  checkRequest(): never {
    throw waiting(this.reason);
  }
}

/** Responds with 503 to errors that would be a 500: what is missing may be their cause. */
class StandbyExceptions extends ExceptionMapping {
  constructor(
    base: ExceptionMapping,
    private readonly reason: UnreachableError,
  ) {
    super(base);
  }

  override translate(error: unknown): Translation {
    const translation = super.translate(error);
    if ('handler' in translation || translation.exception.status < 500) return translation;
    return { exception: waiting(this.reason, error instanceof DeadlineError ? this.reason : error) };
  }
}

function waiting(reason: UnreachableError, cause: unknown = reason): HttpException {
  const headers = { 'Retry-After': '1' };
  return new ServiceUnavailableException(reason.detail, { headers, cause, outage: 'standby' });
}

function keyOf({ method, path, mediaType }: Pick<RouteDefinition, 'method' | 'path' | 'mediaType'>): string {
  return `${method} ${path} ${mediaType ?? ''}`;
}
