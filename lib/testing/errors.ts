import { CodedError, codesOf, messagesByCode } from '../foundation';

const MESSAGES = messagesByCode({
  NOT_BEGUN: () =>
    'rollback() has nothing to take back: call begin() before the test, as in beforeEach(() => shop.begin()).',
  ALREADY_BEGUN: () =>
    'begin() was called twice: call rollback() after each test, as in afterEach(() => shop.rollback()).',
  MODEL_UNKNOWN: (name, known) => `${name} is no model of the application. Its models: ${known}.`,
  FIELD_UNKNOWN: (name, field, known) => `${name} has no field "${field}". Its fields: ${known}.`,
  SAMPLE_MISSING: (name, field) =>
    `No valid value was found for ${name}.${field}: pass one, as in payload(${name}, { ${field}: … }).`,
  SAMPLE_REFUSED: (name, problems) =>
    `The values made up for ${name} break a rule of the class (${problems}): pass those fields, as in payload(${name}, { … }).`,
  PARENT_CIRCULAR: (name, path) =>
    `A ${name} needs a parent that needs a ${name} itself (${path}): create one by hand, and pass its key.`,
  SERVER_MISSING: () =>
    'The database "server" needs an address: set TEST_MYSQL_URL to mysql://user:password@host:port, of a user who may create databases.',
  SECURITY_MISSING: (name) =>
    `${name} has no security, so nobody can be its principal: extend the Application of koaggregate.`,
  MODELS_MISSING: (name) => `${name} has no domain model: there are no tables to put back, and no models to build.`,
  STATEMENTS_DIFFER: (expected, actual, list) =>
    `Expected ${expected} SQL statements, but there were ${actual}:\n${list}`,
});

export type TestingErrorCode = keyof typeof MESSAGES;

/** The codes, for the page that lists them. */
export const TESTING_ERROR_CODES = codesOf(MESSAGES);

/** A test uses the kit in a way that cannot work, or what it expects does not hold. */
export class TestingError extends CodedError<TestingErrorCode> {
  override readonly name = 'TestingError';

  constructor(code: TestingErrorCode, ...facts: readonly string[]) {
    super(MESSAGES, code, facts);
  }
}
