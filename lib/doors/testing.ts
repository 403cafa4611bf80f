/** `koaggregate/testing`: for the tests of one's own application. */

import 'reflect-metadata';

export {
  type GivenValues,
  type Identity,
  matchers,
  neutral,
  type ProblemMatchers,
  startTestApplication,
  TestApplication,
  TestClient,
  TestingError,
  type TestingErrorCode,
  type TestOptions,
  type TestRequestOptions,
  type TestResponse,
} from '../testing';
