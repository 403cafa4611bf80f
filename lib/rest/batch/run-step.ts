import { STATUS_CODES } from 'node:http';
import {
  type AdmittingGuard,
  type ContentAdapter,
  HttpException,
  keepNames,
  type Request,
  type Response,
  type RouteDefinition,
} from '../../core';
import { isObject } from '../../foundation';
import { codecOf } from '../../values';
import { readKey } from '../chain/read-key';
import { settleCondition } from '../concurrency/write-guard';
import type { Step } from './read-steps';
import { malformedStep } from './step-error';
import { StepRequest } from './step-request';
import { StepResponse } from './step-response';

/** The result of a step. */
export interface StepResult {
  readonly status: number;
  /** The key of what was created. */
  readonly id?: unknown;
  /** Absent where there is none. */
  readonly body?: unknown;
}

/** The state that the steps of one batch share. */
export interface StepSurroundings {
  readonly request: Request;
  readonly response: Response;
  /** As it was sent. */
  readonly rawRootKey: string;
  readonly isMinimal: boolean;
  readonly adapter: ContentAdapter;
  readonly guardsOf: (route: RouteDefinition) => readonly AdmittingGuard[];
  /** The keys of what was created, by local id, as paths have them. */
  readonly created: Map<string, string>;
}

/** Carries out a step by the handler of its own route, or by what overrides that. */
export async function runStep(step: Step, surroundings: StepSurroundings): Promise<StepResult> {
  const { request, response, rawRootKey, isMinimal, adapter, created } = surroundings;
  const { target, value, localId } = step;
  const keys = step.keys.map((key) => ('raw' in key ? key.raw : created.get(key.localId)!));
  const asked = new StepRequest(request, { target, rawKeys: [rawRootKey, ...keys], value, isMinimal }, adapter);
  settleCondition(asked);
  const given = new StepResponse(response);
  for (const guard of surroundings.guardsOf(target.route)) await guard.admit(asked, given);
  const returned = await target.route.handle(asked, given);
  if (returned !== undefined && !given.hasContent) given.setContent(returned);
  const body = await bodyOf(given, target.route.resource !== undefined);
  if (given.status >= 400) throw refusalOf(given.status, body);
  const key = target.operation.verb === 'create' ? given.getHeader('Location')?.split('/').at(-1) : undefined;
  if (localId !== undefined) created.set(localId, knownKey(step.index, key));
  const id = key === undefined ? undefined : writtenKey(step, key);
  return { status: given.status, ...(id !== undefined && { id }), ...(body !== undefined && { body }) };
}

/** Content of generated routes is plain already; that of an override becomes plain with the response. */
async function bodyOf(given: StepResponse, isOverridden: boolean): Promise<unknown> {
  const content = await given.getContent();
  if (isObject(content) && Symbol.asyncIterator in content) return collected(content as AsyncIterable<unknown>);
  return isOverridden ? content : keepNames(content);
}

async function collected(elements: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const element of elements) all.push(element);
  return all;
}

/** For an override that sets an error response, and throws nothing. */
function refusalOf(status: number, body: unknown): HttpException {
  const { detail } = (isObject(body) ? body : {}) as { readonly detail?: unknown };
  return new HttpException(status, STATUS_CODES[status] ?? 'Error', typeof detail === 'string' ? detail : undefined);
}

function knownKey(index: number, key: string | undefined): string {
  if (key !== undefined) return key;
  throw malformedStep(index, 'It does not tell the key of what it creates, so that it can have no local_id.');
}

function writtenKey({ target: { operation } }: Step, raw: string): unknown {
  const { key } = operation.entity;
  const value = readKey(key, decodeURIComponent(raw));
  return value === undefined ? undefined : codecOf(key.type).write(value);
}
