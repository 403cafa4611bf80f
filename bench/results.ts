import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import type { Comparison } from './compare-servers';
import type { Measured } from './measure';

/** What has an influence on the figures of a run. */
export interface Conditions {
  readonly database: string;
  readonly node: string;
  readonly load: string;
}

/** What one step of a run has measured: a variant, or the requests beside the workloads. */
export interface Result extends Partial<Comparison> {
  readonly run: number;
  readonly conditions: Conditions;
  readonly extras?: Measured;
}

/** Keeps the results; in a file, if there is one, with a line for each, so that an interrupted run leaves what it has measured. */
export class Results {
  readonly all: Result[] = [];

  constructor(private readonly file: string | undefined) {
    if (file !== undefined) writeFileSync(file, '');
  }

  add(result: Result): void {
    this.all.push(result);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }

  static read(file: string): readonly Result[] {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Result);
  }
}
