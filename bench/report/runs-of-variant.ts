import type { Memory } from '../compare-servers';
import type { Figures } from '../measure';
import type { Result } from '../results';
import type { ServerName } from '../server-process';
import { type Spread, spreadOf } from './spread';

/** All runs of one variant. */
export class RunsOfVariant {
  private constructor(
    readonly variant: string,
    private readonly runs: readonly Result[],
  ) {}

  static all(results: readonly Result[]): readonly RunsOfVariant[] {
    const names = new Set(results.map(({ variant }) => variant).filter((name) => name !== undefined));
    return [...names].map((name) => {
      return new RunsOfVariant(
        name,
        results.filter(({ variant }) => variant === name),
      );
    });
  }

  get workloads(): readonly string[] {
    return Object.keys(this.runs[0]!.measured!);
  }

  get servers(): readonly ServerName[] {
    return Object.keys(this.runs[0]!.memory!) as ServerName[];
  }

  /** SQLite has no counters of a database server. */
  isKnown(figure: keyof Figures): boolean {
    return this.figures(this.workloads[0]!, 'ours').some((figures) => figures?.[figure] !== undefined);
  }

  figures(workload: string, server: ServerName): readonly (Figures | undefined)[] {
    return this.runs.map(({ measured }) => measured![workload]?.[server]);
  }

  cpuUs(workload: string, server: ServerName): Spread | undefined {
    return spreadOf(this.figures(workload, server).map((figures) => figures?.cpuUs));
  }

  /** Compares the servers of each run, which were measured at the same time. */
  ratio(workload: string, server: ServerName, to: ServerName): Spread | undefined {
    return spreadOf(this.runs.map(({ measured }) => ratioOf(measured![workload]?.[server], measured![workload]?.[to])));
  }

  /** Whether `bulkCreate` was the faster way by hand in most of the runs. */
  isBulk(workload: string): boolean {
    const ways = this.figures(workload, 'handwritten').map((figures) => figures?.way);
    return ways.filter((way) => way === 'bulkCreate').length * 2 > ways.length;
  }

  memory(server: ServerName, of: keyof Memory): Spread | undefined {
    return spreadOf(this.runs.map(({ memory }) => memory![server]?.[of]));
  }

  /** A read behind a custom filter and an authenticator, compared with raw. */
  authenticatedRatio(): Spread | undefined {
    const reads = this.runs.map(({ authenticated }) => authenticated?.['read one']);
    return spreadOf(reads.map((read) => ratioOf(read?.authenticated, read?.raw)));
  }
}

function ratioOf(figures: Figures | undefined, to: Figures | undefined): number | undefined {
  return figures && to && figures.cpuUs / to.cpuUs;
}
