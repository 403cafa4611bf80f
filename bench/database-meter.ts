import { existsSync, readFileSync } from 'node:fs';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';

/** The counters of a database server since its start. */
export interface DatabaseUse {
  /** The CPU time of its process; undefined if it runs on another machine. */
  readonly cpuUs?: number;
  readonly statements: number;
}

const TICK_US = 10_000;

/** Reads the counters of the database server. Nothing else may use the server during a run. */
export class DatabaseMeter {
  private constructor(
    private readonly connection: Connection,
    private readonly statFile: string | undefined,
  ) {}

  static async open(url: string): Promise<DatabaseMeter> {
    const connection = await createConnection(url);
    const [[row]] = await connection.query<RowDataPacket[]>('SELECT @@pid_file AS path');
    return new DatabaseMeter(connection, statFileOf(row!.path as string));
  }

  async read(): Promise<DatabaseUse> {
    const [[row]] = await this.connection.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
    return { statements: Number(row!.Value), ...(this.statFile && { cpuUs: cpuUsOf(this.statFile) }) };
  }

  close(): Promise<void> {
    return this.connection.end();
  }
}

/** The file with the CPU time of the server process, if it runs on this machine, on Linux. */
function statFileOf(pidFile: string): string | undefined {
  if (!existsSync(pidFile)) return undefined;
  const statFile = `/proc/${readFileSync(pidFile, 'utf8').trim()}/stat`;
  return existsSync(statFile) ? statFile : undefined;
}

/** Reads user and system time: words 12 and 13 after the name of the program, which ends with a bracket. */
function cpuUsOf(statFile: string): number {
  const text = readFileSync(statFile, 'utf8');
  const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(words[11]) + Number(words[12])) * TICK_US;
}
