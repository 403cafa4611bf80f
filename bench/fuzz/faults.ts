import { isDeepStrictEqual } from 'node:util';
import { conditionFault } from './conditions';
import type { NeutralAnswer } from './neutral-response';
import { foretoldFault, previewFault } from './previews';
import { repeatFault } from './repeats';
import type { FuzzRequest } from './request';

/** The error in a response, independent of other servers; undefined if there is none. */
export function faultOf(request: FuzzRequest, answer: NeutralAnswer): string | undefined {
  const { method, sendBack } = request;
  const { status, headers, text, body } = answer;
  if (status === 0) return `the connection broke: ${text}`;
  if (status >= 500 && status !== 501) return `a ${status}`;
  const repeatedWrongly = request.repeated && repeatFault(request.repeated, answer);
  if (repeatedWrongly) return repeatedWrongly;
  const wrong =
    (request.condition &&
      !request.repeated &&
      conditionFault(request.isPreview ? 'PREVIEW' : method, request.condition, answer)) ??
    (request.isPreview ? previewFault(answer) : undefined) ??
    (request.previewed && foretoldFault(request.previewed, answer));
  if (wrong) return wrong;
  if (sendBack !== undefined && status === 422) return 'what was read is not accepted back';
  if (method === 'HEAD') return text === '' ? undefined : 'HEAD is answered with a body';
  if (status === 204 && text !== '') return '204 comes with a body';
  if (status === 405 && headers.allow === undefined) return '405 comes without Allow';
  if (status === 304) return text === '' ? undefined : '304 comes with a body';
  if (status < 400) return request.isPreview ? undefined : request.faultIn?.(answer);
  const { status: stated } = (body ?? {}) as { readonly status?: number };
  if (!headers['content-type']?.startsWith('application/problem+json') || stated !== status) {
    return `a ${status} without a problem that says so`;
  }
  return undefined;
}

/** The first part in which two responses differ; undefined if they are equal. */
export function differenceOf(one: NeutralAnswer, other: NeutralAnswer): string | undefined {
  if (one.status !== other.status) return `${one.status} and ${other.status}`;
  if (one.text !== other.text) return 'the bodies differ';
  return isDeepStrictEqual(one.headers, other.headers) ? undefined : 'the headers differ';
}
