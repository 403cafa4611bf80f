import { type HeapProfiler, type Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Database } from 'sqlite3';
import type { Counted, Counter } from './reply-to-parent';

/** The URL of the compiled library that the servers load. */
const LIBRARY = pathToFileURL(dirname(require.resolve('koaggregate'))).href;
const SAMPLED_BYTES = 128;
const SENDING = ['all', 'get', 'run', 'exec', 'each'] as const;

/**
 * Counts the functions of the library that are entered, with V8's precise coverage, and the statements that are sent to the
 * driver of SQLite. The counts do not depend on the machine or its load.
 */
export class LibraryCounter implements Counter {
  #statements = 0;

  private constructor(private readonly session: Session) {
    this.#countStatements();
  }

  static async create(): Promise<LibraryCounter> {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    return new LibraryCounter(session);
  }

  async start(): Promise<void> {
    await this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await this.session.post('HeapProfiler.startSampling', {
      samplingInterval: SAMPLED_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    } as HeapProfiler.StartSamplingParameterType);
    // Resets the counters.
    await this.session.post('Profiler.takePreciseCoverage');
    this.#statements = 0;
  }

  async stop(): Promise<Counted> {
    const statements = this.#statements;
    const { profile } = await this.session.post('HeapProfiler.stopSampling');
    const { result } = await this.session.post('Profiler.takePreciseCoverage');
    await this.session.post('Profiler.stopPreciseCoverage');
    return { ...enteredIn(result), statements, allocatedBytes: sizeOf(profile.head) };
  }

  #countStatements(): void {
    const driver = Database.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
    const count = () => this.#statements++;
    for (const name of SENDING) {
      const send = driver[name]!;
      driver[name] = function (...args) {
        count();
        return send.apply(this, args);
      };
    }
  }
}

function enteredIn(scripts: readonly Profiler.ScriptCoverage[]): Pick<Counted, 'functions' | 'calls' | 'files'> {
  const ofFiles = scripts
    .filter(({ url }) => url.startsWith(LIBRARY))
    .map(({ functions }) => functions.map(({ ranges }) => ranges[0]!.count).filter((calls) => calls > 0))
    .filter((calls) => calls.length > 0);
  const calls = ofFiles.flat();
  return { functions: calls.length, calls: calls.reduce((sum, count) => sum + count, 0), files: ofFiles.length };
}

function sizeOf({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  return children.reduce((sum, child) => sum + sizeOf(child), selfSize);
}
