import type { Client } from '../client';
import type { ServerName, ServerProcess } from '../server-process';
import type { TemporaryDatabase } from '../temporary-database';
import type { DatabaseInspector } from './database-inspector';
import type { Gateway } from './gateway';

/** The server and the database that a fault is provoked on. */
export interface FaultSetup {
  readonly client: Client;
  readonly server: ServerProcess;
  readonly database: TemporaryDatabase;
  readonly inspector: DatabaseInspector;
  /** What the server reaches its database by. */
  readonly gateway?: Gateway;
  /** The number of times that the fault is provoked. */
  readonly runs: number;
}

/** A fault that is provoked repeatedly, and the guarantee that must hold. */
export type Fault = SharedFault | OwnFault;

interface NamedFault {
  readonly name: string;
  readonly runs: number;
  /** Whether it measures times, which only a quiet machine has: it is provoked if it is named. */
  readonly isTimed?: boolean;
}

/** A fault of a server and a database that are started for it, on SQLite and on a given database server. */
export interface SharedFault extends NamedFault {
  /** Whether it can only be provoked on a database server, not on SQLite. */
  readonly needsServer?: boolean;
  /** Whether the server reaches its database by a gateway. */
  readonly needsGateway?: boolean;
  /** The most connections that the database grants to the server. */
  readonly grantedConnections?: number;
  /** "ours" when absent. */
  readonly server?: ServerName;
  run(setup: FaultSetup): Promise<Findings>;
}

/** A fault that is provoked on servers and databases of its own. */
export interface OwnFault extends NamedFault {
  /** The kind of its database in outputs. */
  readonly database: 'SQLite' | 'MariaDB';
  runAlone(runs: number): Promise<Findings>;
}

/** The outcome of all runs. */
export class Findings {
  readonly #statuses = new Map<number, number>();
  readonly violations: string[] = [];
  /** Measured figures, for the output. */
  readonly notes: string[] = [];

  /** Counts a response; any other status is a violation. */
  expect(allowed: readonly number[], { status, body }: { readonly status: number; readonly body: string }): void {
    this.count(status);
    if (!allowed.includes(status)) this.violations.push(`A response has the status ${status}: ${body.slice(0, 200)}`);
  }

  count(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  /** Adds the violation unless the guarantee holds. */
  verify(holds: boolean, violation: string): void {
    if (!holds) this.violations.push(violation);
  }

  note(figure: string): void {
    this.notes.push(figure);
  }

  /** As in `201: 480, 503: 20`. */
  get statuses(): string {
    const sorted = [...this.#statuses].sort(([one], [other]) => one - other);
    return sorted.map(([status, count]) => `${status}: ${count}`).join(', ');
  }
}
