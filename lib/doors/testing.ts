/** `koaggregate/testing`: tools to test your application. */

import 'reflect-metadata';

export type { TestDatabase } from '../persistence';
export {
  AggregateModel,
  AggregateWalk,
  captureApplications,
  type Entity,
  forSnapshot,
  type GivenValues,
  type Identity,
  type MatcherResult,
  type ModelName,
  type ModelNode,
  matchers,
  type ProblemMatchers,
  type Samples,
  type Startable,
  startTestApplication,
  TESTING_ERROR_CODES,
  TestApplication,
  TestClient,
  TestingError,
  type TestingErrorCode,
  type TestOptions,
  type TestRequestOptions,
  type TestResponse,
  type WalkCommand,
  type WalkStep,
  type WriteHeaders,
} from '../testing';
