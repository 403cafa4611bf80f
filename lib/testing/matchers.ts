import type { TestResponse } from './test-client';

/** As `expect.extend` of jest and of vitest takes them. */
interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

interface FieldFault {
  readonly field?: string;
  readonly message?: string;
}

/**
 * Matchers about responses, for jest and for vitest.
 *
 * @example `expect.extend(matchers);`
 */
export const matchers = { toBeProblem, toHaveFieldError };

/** What the matchers add to `expect`. */
export interface ProblemMatchers<R = unknown> {
  /** A problem document (RFC 9457) with the status; `detail` is the text or a part of it, or a pattern. */
  toBeProblem(status: number, detail?: string | RegExp): R;
  /** A problem document that names the field, by its path in `field_errors`: `order_items[0].price`. */
  toHaveFieldError(field: string, message?: string | RegExp): R;
}

function toBeProblem(response: TestResponse, status: number, detail?: string | RegExp): MatcherResult {
  const isProblem = isProblemDocument(response) && response.status === status;
  const pass = isProblem && (detail === undefined || isIn(detail, response.body.detail));
  const wanted = `a problem with the status ${status}${detail === undefined ? '' : ` and the detail ${detail}`}`;
  return { pass, message: () => expectation(pass, wanted, response) };
}

function toHaveFieldError(response: TestResponse, field: string, message?: string | RegExp): MatcherResult {
  const faults: readonly FieldFault[] = isProblemDocument(response) ? (response.body.field_errors ?? []) : [];
  const pass = faults.some((one) => one.field === field && (message === undefined || isIn(message, one.message)));
  const wanted = `a problem with an error of the field "${field}"${message === undefined ? '' : `: ${message}`}`;
  return { pass, message: () => expectation(pass, wanted, response) };
}

function isProblemDocument({ headers, body, status }: TestResponse): boolean {
  const isOfType = headers.get('content-type')?.startsWith('application/problem+json') === true;
  return isOfType && typeof body === 'object' && body?.status === status;
}

function isIn(wanted: string | RegExp, text = ''): boolean {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

function expectation(pass: boolean, wanted: string, { status, headers, text }: TestResponse): string {
  const type = headers.get('content-type') ?? 'no content type';
  return `Expected ${pass ? 'anything but ' : ''}${wanted}.\nReceived: ${status}, ${type}\n${text}`;
}

declare global {
  namespace jest {
    interface Matchers<R> extends ProblemMatchers<R> {}
  }
}
