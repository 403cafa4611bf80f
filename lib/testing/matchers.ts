import type { TestResponse } from './test-client';

/** The result of a custom matcher of jest and vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  /** What reports of a failure contain besides the message. */
  readonly expected?: unknown;
  readonly actual?: unknown;
  message(): string;
}

interface FieldError {
  readonly field?: string;
  readonly message?: string;
}

/**
 * Custom matchers for responses, for jest and vitest.
 *
 * @example `expect.extend(matchers);`
 */
export const matchers = {
  toHaveStatus(response: TestResponse, status: number | '2xx'): MatcherResult {
    const pass = status === '2xx' ? isSuccess(response.status) : response.status === status;
    return { ...reportOf(response, status), pass, message: () => expectation(pass, `the status ${status}`, response) };
  },

  toBeProblem(response: TestResponse, status: number, detail?: string | RegExp): MatcherResult {
    const isProblem = isProblemDocument(response) && response.status === status;
    const pass = isProblem && (detail === undefined || matches(detail, response.body.detail));
    const expected = `a problem with the status ${status}${detail === undefined ? '' : ` and the detail ${detail}`}`;
    return { ...reportOf(response, status), pass, message: () => expectation(pass, expected, response) };
  },

  toHaveFieldError(response: TestResponse, field: string, message?: string | RegExp): MatcherResult {
    const errors: readonly FieldError[] = isProblemDocument(response) ? (response.body.field_errors ?? []) : [];
    const pass = errors.some(
      (error) => error.field === field && (message === undefined || matches(message, error.message)),
    );
    const expected = `a problem with an error of the field "${field}"${message === undefined ? '' : `: ${message}`}`;
    return { pass, message: () => expectation(pass, expected, response) };
  },
};

/** The matchers that `expect.extend(matchers)` adds. */
export interface ProblemMatchers<R = unknown> {
  /** Expects the status code, or with `2xx` any of a success; a failure shows the body. */
  toHaveStatus(status: number | '2xx'): R;
  /** Expects a problem document (RFC 9457) with the status; `detail` is a part of its text or a pattern. */
  toBeProblem(status: number, detail?: string | RegExp): R;
  /** Expects a problem document with an error of the field in `field_errors`, by its path: `order_items[0].price`. */
  toHaveFieldError(field: string, message?: string | RegExp): R;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function reportOf(
  { status, body }: TestResponse,
  expected: number | '2xx',
): Pick<MatcherResult, 'expected' | 'actual'> {
  return { expected, actual: { status, body } };
}

function isProblemDocument({ headers, body, status }: TestResponse): boolean {
  const isOfType = headers.get('content-type')?.startsWith('application/problem+json') === true;
  return isOfType && typeof body === 'object' && body?.status === status;
}

function matches(expected: string | RegExp, text = ''): boolean {
  return typeof expected === 'string' ? text.includes(expected) : expected.test(text);
}

function expectation(pass: boolean, expected: string, { status, headers, text }: TestResponse): string {
  const type = headers.get('content-type') ?? 'no content type';
  return `Expected ${pass ? 'anything but ' : ''}${expected}.\nReceived: ${status}, ${type}\n${text}`;
}

declare global {
  namespace jest {
    interface Matchers<R> extends ProblemMatchers<R> {}
  }
}
