import type { AggregateMetadata } from '../../lib/metadata';
import type { Side } from './compared-server';
import { differenceOf, faultOf } from './faults';
import { Generator } from './generator';
import type { NeutralAnswer } from './neutral-response';
import type { FuzzRequest } from './request';

/** A response that is wrong, or differs between the servers. */
export interface Finding {
  /** Counted from 1; the run with the same seed comes by it again. */
  readonly index: number;
  readonly request: FuzzRequest;
  /** The error, in one sentence. */
  readonly reason: string;
  /** In the order of the sides. */
  readonly answers: readonly NeutralAnswer[];
}

/** The number of responses by kind of request and status. */
export type Tally = ReadonlyMap<string, ReadonlyMap<number, number>>;

export interface Outcome {
  readonly findings: readonly Finding[];
  readonly tally: Tally;
}

export interface RunOptions {
  readonly seed: number;
  readonly requests: number;
  /** The run ends after this number of findings, because later ones may be consequences of the first. */
  readonly maxFindings: number;
  /** Requests to report even without an error, by kind and first status: `send back 422`. */
  readonly show?: string;
}

/** Sends the same requests to all servers, and compares their responses with those of the first one. */
export async function runRequests(
  sides: readonly Side[],
  aggregates: readonly AggregateMetadata[],
  { seed, requests, maxFindings, show }: RunOptions,
): Promise<Outcome> {
  const generator = new Generator(seed, aggregates);
  const findings: Finding[] = [];
  const tally = new Map<string, Map<number, number>>();
  for (let index = 1; index <= requests && findings.length < maxFindings; index++) {
    const request = generator.next();
    const answers = await Promise.all(sides.map((side) => side.send(request)));
    const isShown = show === `${request.kind} ${answers[0]!.status}`;
    const reason = reasonOf(sides, request, answers) ?? (isShown ? 'shown as asked' : undefined);
    if (reason !== undefined) findings.push({ index, request, reason, answers });
    generator.learn(request, answers[0]!);
    count(tally, request.kind, answers[0]!.status);
  }
  return { findings, tally };
}

function reasonOf(sides: readonly Side[], request: FuzzRequest, answers: readonly NeutralAnswer[]): string | undefined {
  for (const [index, { name }] of sides.entries()) {
    const fault = faultOf(request, answers[index]!);
    if (fault !== undefined) return `${name}: ${fault}`;
    const difference = differenceOf(answers[0]!, answers[index]!);
    if (difference !== undefined) return `${sides[0]!.name} and ${name}: ${difference}`;
  }
  return undefined;
}

function count(tally: Map<string, Map<number, number>>, kind: string, status: number): void {
  const statuses = tally.get(kind) ?? new Map<number, number>();
  tally.set(kind, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}
