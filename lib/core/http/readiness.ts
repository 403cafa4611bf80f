import type { Health } from './health';

/** How long an application may take to say whether it is ready. */
const BOUND_MS = 1000;
/** How long the last report is used, however often it is asked for. */
const KEPT_MS = 1000;

/** Something whose health is asked for: an application. */
export interface Asked {
  /** In snake_case. */
  readonly name: string;
  /** Never rejects. */
  health(): Promise<Health>;
}

/** The state of one application: `{ status: 'ready', writer: 'writable' }`. */
type ApplicationState = { readonly status: 'ready' | 'not ready' } & Readonly<Record<string, string>>;

/** Whether requests can be served, as the page of the readiness shows it. */
export interface ReadinessReport {
  readonly status: 'ready' | 'not ready' | 'stopping';
  readonly applications: Readonly<Record<string, ApplicationState>>;
  /** How many processes serve, if there are several. */
  readonly workers?: { readonly ready: number; readonly configured: number };
}

/** Whoever knows whether requests can be served. */
export interface ReadinessSource {
  report(): Promise<ReadinessReport>;
}

/** Whether applications can serve requests. It is not lost by a high load, which other processes could not take over. */
export class Readiness implements ReadinessSource {
  #isStopping = false;
  #isOpen = true;
  #known?: { readonly atMs: number; readonly report: Promise<ReadinessReport> };

  constructor(private readonly applications: () => readonly Asked[]) {}

  /** Not ready until {@link open}, whatever the applications say. */
  close(): void {
    this.#isOpen = false;
  }

  /** The ports for requests are open. */
  open(): void {
    this.#isOpen = true;
    this.#known = undefined;
  }

  /** Not ready from now on, although requests are still served. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Asks at most once a second. Never rejects. */
  async report(): Promise<ReadinessReport> {
    if (this.#isStopping) return { status: 'stopping', applications: {} };
    const nowMs = performance.now();
    if (!this.#known || nowMs - this.#known.atMs >= KEPT_MS) this.#known = { atMs: nowMs, report: this.#ask() };
    return this.#known.report;
  }

  async #ask(): Promise<ReadinessReport> {
    const states = await Promise.all(this.applications().map(async (one) => [one.name, await stateOf(one)] as const));
    const isReady = this.#isOpen && states.every(([, { status }]) => status === 'ready');
    return { status: isReady ? 'ready' : 'not ready', applications: Object.fromEntries(states) };
  }
}

async function stateOf(application: Asked): Promise<ApplicationState> {
  const { isReady, facts } = await withinBound(application.health());
  const { status: _, ...others } = facts ?? {};
  return { status: isReady ? 'ready' : 'not ready', ...others };
}

async function withinBound(asked: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Health>((resolve) => {
    timer = setTimeout(
      () => resolve({ isReady: false, facts: { reason: `no response within ${BOUND_MS} ms` } }),
      BOUND_MS,
    );
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
