import { STATUS_CODES } from 'node:http';
import {
  type ContentAdapter,
  DeferredContent,
  HttpException,
  keepNames,
  type Request,
  type RequestGuard,
  type Response,
  type RouteDefinition,
} from '../../core';
import { isObject } from '../../foundation';
import { codecOf } from '../../values';
import { readKey } from '../chain/read-key';
import type { RequestParts } from '../operation/request-parts';
import type { Caller } from '../verbs/call';
import type { Step } from './read-steps';
import { malformedStep } from './step-error';
import { partsOfStep, requestOfStep, type StepContent } from './step-request';
import { StepResponse } from './step-response';

/** The result of a step. */
export interface StepResult {
  readonly status: number;
  /** The key of the created entity. */
  readonly id?: unknown;
  readonly body?: unknown;
}

/** The state that the steps of one batch share. */
export interface BatchState {
  readonly caller: Caller;
  /** The request and the response of the batch. */
  readonly exchange: { readonly request: Request; readonly response: Response };
  /** As it was sent. */
  readonly rawRootKey: string;
  readonly isMinimal: boolean;
  readonly adapter: ContentAdapter;
  readonly guardsOf: (route: RouteDefinition) => readonly RequestGuard[];
  /** The keys of created entities by local id, percent-encoded. */
  readonly created: Map<string, string>;
}

/** What a step has done: its status, its body, and the key of the created entity, percent-encoded. */
interface StepOutcome {
  readonly status: number;
  readonly body: unknown;
  readonly rawKey: string | undefined;
}

/** Runs a step as a call of its operation, or with the override of its route. */
export async function runStep(step: Step, state: BatchState): Promise<StepResult> {
  const { exchange, rawRootKey, isMinimal, created } = state;
  const { target, value, localId } = step;
  const keys = step.keys.map((key) => ('raw' in key ? key.raw : created.get(key.localId)!));
  const content = { target, rawKeys: [rawRootKey, ...keys], value, isMinimal };
  const { status, body, rawKey } = await runThroughGuards(step, content, partsOfStep(exchange.request, content), state);
  if (localId !== undefined) created.set(localId, requiredKey(step.index, rawKey));
  const id = rawKey === undefined ? undefined : idOf(step, rawKey);
  return { status, ...(id !== undefined && { id }), ...(body !== undefined && { body }) };
}

/** Only code of the application needs the step as an HTTP request. */
async function runThroughGuards(
  step: Step,
  content: StepContent,
  parts: RequestParts,
  state: BatchState,
): Promise<StepOutcome> {
  const { route } = step.target;
  const guards = state.guardsOf(route);
  const isOverridden = route.resource !== undefined;
  if (!isOverridden && guards.length === 0) return runGenerated(step, parts, state);
  const { request: batch, response: batchResponse } = state.exchange;
  const request = requestOfStep(batch, content, parts, state.adapter);
  const response = new StepResponse(batchResponse);
  for (const guard of guards) await guard.checkRequest(request, response);
  return isOverridden ? runOverride(step, request, response) : runGenerated(step, parts, state);
}

async function runGenerated(
  { target }: Step,
  parts: RequestParts,
  { caller, exchange }: BatchState,
): Promise<StepOutcome> {
  const { status, content, created } = await target.run(parts, caller, exchange.request);
  const rawKey = created === undefined ? undefined : encodeURIComponent(created);
  return { status, body: keepNames(await wholeContent(content)), rawKey };
}

/** The content of an override gets its wire names with the response to the batch. */
async function runOverride({ target }: Step, request: Request, response: StepResponse): Promise<StepOutcome> {
  const returned = await target.route.handle(request, response);
  if (returned !== undefined && !response.hasContent) response.setContent(returned);
  const { status } = response;
  const body = await wholeContent(await response.getContent());
  if (status >= 400) throw exceptionOf(status, body);
  const isCreate = target.operation.verb === 'create';
  return { status, body, rawKey: isCreate ? response.getHeader('Location')?.split('/').at(-1) : undefined };
}

/** A stream is read to its end: the response to the batch has all results. */
async function wholeContent(content: unknown): Promise<unknown> {
  const value = DeferredContent.valueOf(content);
  if (!isObject(value) || !(Symbol.asyncIterator in value)) return value;
  const all: unknown[] = [];
  for await (const element of value as AsyncIterable<unknown>) all.push(element);
  return all;
}

/** The exception for an override that sets an error response instead of throwing. */
function exceptionOf(status: number, body: unknown): HttpException {
  const { detail } = (isObject(body) ? body : {}) as { readonly detail?: unknown };
  return new HttpException(status, STATUS_CODES[status] ?? 'Error', typeof detail === 'string' ? detail : undefined);
}

function requiredKey(index: number, rawKey: string | undefined): string {
  if (rawKey !== undefined) return rawKey;
  throw malformedStep(index, 'It takes no "local_id", because its response has no Location with the created key.');
}

function idOf({ target: { operation } }: Step, rawKey: string): unknown {
  const { key } = operation.entity;
  const value = readKey(key, decodeURIComponent(rawKey));
  return value === undefined ? undefined : codecOf(key.type).write(value);
}
