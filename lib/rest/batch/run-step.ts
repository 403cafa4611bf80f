import { STATUS_CODES } from 'node:http';
import {
  type ContentAdapter,
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
import { markConditionMet } from '../concurrency/write-conditions';
import type { Step } from './read-steps';
import { malformedStep } from './step-error';
import { StepRequest } from './step-request';
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
  /** The request and the response of the batch. */
  readonly request: Request;
  readonly response: Response;
  /** As it was sent. */
  readonly rawRootKey: string;
  readonly isMinimal: boolean;
  readonly adapter: ContentAdapter;
  readonly guardsOf: (route: RouteDefinition) => readonly RequestGuard[];
  /** The keys of created entities by local id, percent-encoded. */
  readonly created: Map<string, string>;
}

/** Runs a step with the handler of its own route, or with the override of that. */
export async function runStep(step: Step, state: BatchState): Promise<StepResult> {
  const { request: batchRequest, response: batchResponse, rawRootKey, isMinimal, adapter, created } = state;
  const { target, value, localId } = step;
  const keys = step.keys.map((key) => ('raw' in key ? key.raw : created.get(key.localId)!));
  const request = new StepRequest(batchRequest, { target, rawKeys: [rawRootKey, ...keys], value, isMinimal }, adapter);
  markConditionMet(request);
  const response = new StepResponse(batchResponse);
  for (const guard of state.guardsOf(target.route)) await guard.checkRequest(request, response);
  const returned = await target.route.handle(request, response);
  if (returned !== undefined && !response.hasContent) response.setContent(returned);
  const body = await bodyOf(response, target.route.resource !== undefined);
  if (response.status >= 400) throw exceptionOf(response.status, body);
  const rawKey = target.operation.verb === 'create' ? response.getHeader('Location')?.split('/').at(-1) : undefined;
  if (localId !== undefined) created.set(localId, requiredKey(step.index, rawKey));
  const id = rawKey === undefined ? undefined : idOf(step, rawKey);
  return { status: response.status, ...(id !== undefined && { id }), ...(body !== undefined && { body }) };
}

/** The content of generated routes has wire names already; that of an override gets them with the batch's response. */
async function bodyOf(response: StepResponse, isOverridden: boolean): Promise<unknown> {
  const content = await response.getContent();
  if (isObject(content) && Symbol.asyncIterator in content) return collect(content as AsyncIterable<unknown>);
  return isOverridden ? content : keepNames(content);
}

async function collect(elements: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const element of elements) all.push(element);
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
