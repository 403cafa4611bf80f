import { CodedError, codesOf, messagesByCode } from '../foundation';

const MESSAGES = messagesByCode({
  NOT_BEGUN: () =>
    'rollback() was called without begin(): call begin() before each test, as in beforeEach(() => shop.begin()).',
  ALREADY_BEGUN: () =>
    'begin() was called twice: call rollback() after each test, as in afterEach(() => shop.rollback()).',
  MODEL_UNKNOWN: (name, nearest, known, hint = '') =>
    `Unknown model "${name}"${nearest}. Known models: ${known}.${hint}`,
  MODEL_NOT_ROOT: (name, known) => `${name} is not an aggregate root: name one of ${known}.`,
  FIELD_UNKNOWN: (name, field, nearest, known) => `${name} has no field "${field}"${nearest}. Known fields: ${known}.`,
  SAMPLES_INVALID: (name) => `The samples of ${name} are no object: write values by field, as in { ${name}: { … } }.`,
  SAMPLE_MISSING: (name, field) =>
    `No valid sample value was found for ${name}.${field}: pass one, as in payload(${name}, { ${field}: … }).`,
  SAMPLE_REJECTED: (name, problems) =>
    `The sample values of ${name} violate a rule of the class (${problems}): pass these fields, as in payload(${name}, { … }).`,
  SERVER_MISSING: () =>
    'The database "server" needs TEST_MYSQL_URL: set it to mysql://user:password@host:port, with a user who may create databases.',
  SECURITY_MISSING: (name) =>
    `${name} has no security, so requests cannot have a principal: extend the Application of koaggregate.`,
  MODELS_MISSING: (name) =>
    `${name} has no domain model, so there are no entities to create and no rows to restore: send requests only.`,
  STATEMENTS_DIFFER: (expected, actual, list) =>
    `Expected ${expected} SQL statements, but there were ${actual}:\n${list}`,
});

/** All codes of {@link TestingError}. */
export const TESTING_ERROR_CODES = codesOf(MESSAGES);

export type TestingErrorCode = (typeof TESTING_ERROR_CODES)[number];

/** Thrown when a test uses the kit incorrectly, or when an expectation fails. */
export class TestingError extends CodedError<TestingErrorCode> {
  override readonly name = 'TestingError';

  constructor(code: TestingErrorCode, ...facts: readonly string[]) {
    super(MESSAGES, code, facts);
  }
}
