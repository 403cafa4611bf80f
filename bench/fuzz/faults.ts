import { isDeepStrictEqual } from 'node:util';
import { conditionFault } from './conditions';
import type { NeutralResponse } from './neutral-response';
import { previewedWriteFault, previewFault } from './previews';
import { repeatFault } from './repeats';
import type { FuzzRequest } from './request';

/** The error in a response, independent of other servers; undefined if there is none. */
export function faultOf(request: FuzzRequest, response: NeutralResponse): string | undefined {
  const { status, text } = response;
  if (status === 0) return `the connection broke: ${text}`;
  if (status >= 500 && status !== 501) return `a ${status}`;
  if (request.sendBack !== undefined && status === 422) return 'a PUT of the response to a GET is 422';
  return featureFault(request, response) ?? protocolFault(request, response);
}

/** The error in a response to a repeated request, a conditional request, a preview, or a write after its preview. */
function featureFault(request: FuzzRequest, response: NeutralResponse): string | undefined {
  const { method, repeated, condition, isPreview, previewed } = request;
  if (repeated) return repeatFault(repeated, response);
  if (isPreview) return previewFault(response);
  return (
    (condition && conditionFault(method, condition, response)) ??
    (previewed && previewedWriteFault(previewed, response))
  );
}

/** The error in a response by its method and status. */
function protocolFault(request: FuzzRequest, response: NeutralResponse): string | undefined {
  const { status, headers, text, body } = response;
  if (request.method === 'HEAD') return text === '' ? undefined : 'a response to HEAD has a body';
  if (status === 204 && text !== '') return 'a 204 has a body';
  if (status === 405 && headers.allow === undefined) return 'a 405 has no Allow';
  if (status === 304) return text === '' ? undefined : 'a 304 has a body';
  if (status < 400) return request.isPreview ? undefined : request.faultIn?.(response);
  const { status: problemStatus } = (body ?? {}) as { readonly status?: number };
  const isProblem = headers['content-type']?.startsWith('application/problem+json') && problemStatus === status;
  return isProblem ? undefined : `a ${status} whose body is not a problem with this status`;
}

/** The first part in which two responses differ; undefined if they are equal. */
export function differenceOf(one: NeutralResponse, other: NeutralResponse): string | undefined {
  if (one.status !== other.status) return `${one.status} and ${other.status}`;
  if (one.text !== other.text) return 'the bodies differ';
  return isDeepStrictEqual(one.headers, other.headers) ? undefined : 'the headers differ';
}
