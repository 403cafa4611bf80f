import type { AggregateMetadata } from '../../lib/metadata';
import type { ComparedServer } from './compared-server';
import { differenceOf, faultOf } from './faults';
import { Generator } from './generator';
import type { NeutralResponse } from './neutral-response';
import type { FuzzRequest } from './request';

/** A response that is wrong, or differs between the servers. */
export interface Finding {
  /** The number of the request, from 1; the same in every run with the same seed. */
  readonly index: number;
  readonly request: FuzzRequest;
  /** The error, in one sentence. */
  readonly reason: string;
  /** In the order of the servers. */
  readonly responses: readonly NeutralResponse[];
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
  servers: readonly ComparedServer[],
  aggregates: readonly AggregateMetadata[],
  { seed, requests, maxFindings, show }: RunOptions,
): Promise<Outcome> {
  const generator = new Generator(seed, aggregates);
  const findings: Finding[] = [];
  const tally = new Map<string, Map<number, number>>();
  for (let index = 1; index <= requests && findings.length < maxFindings; index++) {
    const request = generator.next();
    const responses = await Promise.all(servers.map((server) => server.send(request)));
    const isShown = show === `${request.kind} ${responses[0]!.status}`;
    const reason = reasonOf(servers, request, responses) ?? (isShown ? 'selected by --show' : undefined);
    if (reason !== undefined) findings.push({ index, request, reason, responses });
    generator.learn(request, responses[0]!);
    count(tally, request.kind, responses[0]!.status);
  }
  return { findings, tally };
}

function reasonOf(
  servers: readonly ComparedServer[],
  request: FuzzRequest,
  responses: readonly NeutralResponse[],
): string | undefined {
  for (const [index, { name }] of servers.entries()) {
    const fault = faultOf(request, responses[index]!);
    if (fault !== undefined) return `${name}: ${fault}`;
    const difference = differenceOf(responses[0]!, responses[index]!);
    if (difference !== undefined) return `${servers[0]!.name} and ${name}: ${difference}`;
  }
  return undefined;
}

function count(tally: Map<string, Map<number, number>>, kind: string, status: number): void {
  const statuses = tally.get(kind) ?? new Map<number, number>();
  tally.set(kind, statuses.set(status, (statuses.get(status) ?? 0) + 1));
}
