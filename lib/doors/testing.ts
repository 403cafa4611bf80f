/** `koaggregate/testing`: tools to test your application. */

import 'reflect-metadata';

export type { DatabasePlace } from '../persistence';
export {
  AggregateModel,
  AggregateWalk,
  type Entity,
  type GivenValues,
  type Identity,
  type MatcherResult,
  type ModelName,
  type ModelNode,
  matchers,
  neutral,
  type ProblemMatchers,
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
  takeApplications,
  type WalkCommand,
  type WalkStep,
} from '../testing';
