export type { Identity } from '../security';
export { TESTING_ERROR_CODES, TestingError, type TestingErrorCode } from './errors';
export { matchers, type ProblemMatchers } from './matchers';
export { neutral } from './neutral';
export type { GivenValues } from './samples/sample-entities';
export { startTestApplication } from './start-test-application';
export { TestApplication } from './test-application';
export { TestClient, type TestRequestOptions, type TestResponse } from './test-client';
export type { TestOptions } from './test-options';
