import { type Rejecting, skipReason } from '../../../lib/cli/generated-tests/verify/skip-reason';
import type { EntityMetadata } from '../../../lib/metadata';
import { HOSPITAL, Patient } from '../../support/domain/hospital';
import { inspectedSource } from '../../support/inspected';
import { namedByHeader } from '../../support/security/named-by-header';

let rejecting: Rejecting;
beforeAll(async () => {
  jest.spyOn(console, 'warn').mockImplementation();
  const { registry } = await inspectedSource(HOSPITAL, { authenticators: [namedByHeader] });
  const patient = registry.entity(Patient) as EntityMetadata;
  rejecting = {
    entities: [patient],
    scoped: new Set(['Ward']),
    known: new Set(['doctor.all', 'skill.create', 'chart.read']),
    own: new Set(['doctor.all']),
    related: new Set(['skill.create']),
  };
});
afterAll(() => jest.restoreAllMocks());

/** The error of an expectation of a status, as jest reports it. */
const failed = (expected: number | '2xx', status: number, members: object) => ({
  matcherResult: { pass: false, expected, actual: { status, body: { status, ...members } } },
});
const INVARIANTS = { invariants: [{ invariant: 'has-room', type: 'Ward', message: 'Ten places.' }] };
const DUPLICATE = { detail: 'Another entity has the same tenant and number.' };
const HIDDEN = { detail: 'No Ward with id "7" was found.' };
const requires = (name: string) => ({ detail: `Doctor.skills requires the permission "${name}".` });

describe('The reason to skip a test', () => {
  it.each([
    [failed(201, 422, INVARIANTS), 'the generated values break the invariant "has-room" of Ward: Ten places.'],
    [failed('2xx', 409, DUPLICATE), 'the generated values are not unique: tenant and number of Patient'],
    [failed(200, 404, HIDDEN), 'the client has no access to this Ward, by its @Scope'],
    [
      failed(201, 409, { detail: 'ward_id refers to the Ward 7, which does not exist.' }),
      'the client has no access to this Ward, by its @Scope',
    ],
    [
      failed(201, 403, { detail: 'This would leave the Ward outside the rows that you have access to.' }),
      'the client has no access to this Ward, by its @Scope',
    ],
    [failed('2xx', 403, requires('skill.create')), 'another class requires the permission "skill.create"'],
    [failed('2xx', 403, requires('of.a.guard')), 'another class requires the permission "of.a.guard"'],
    [{ obstacle: { kind: 'keys', detail: 'id of Floor' } }, 'there are no keys left: id of Floor'],
    [
      { cause: { obstacle: { kind: 'unique', detail: 'code of Ward' } } },
      'the generated values are not unique: code of Ward',
    ],
  ])('is read from the response, or from the error of the kit: %j', (detail, reason) => {
    expect(skipReason(detail, rejecting)).toBe(reason);
  });

  it.each([
    ['an invariant where a permission should be missing', failed(403, 422, INVARIANTS)],
    ['an invariant where a field should be rejected', failed(422, 422, INVARIANTS)],
    ['a 422 without an invariant', failed(201, 422, { invariants: [] })],
    ['a duplicate that no unique index knows', failed(201, 409, { detail: 'Another entity has the same name.' })],
    ['another conflict', failed(201, 409, { detail: 'Another request has changed the entity meanwhile.' })],
    ['a row that no scope hides', failed(200, 404, { detail: 'No Patient with id "7" was found.' })],
    ['a permission that the place requires itself', failed('2xx', 403, requires('doctor.all'))],
    ['a permission of a class that is not related', failed('2xx', 403, requires('chart.read'))],
    ['a 5xx', failed(201, 500, INVARIANTS)],
    ['a body that is no problem', { matcherResult: { expected: 201, actual: { status: 422, body: INVARIANTS } } }],
    ['other content', { matcherResult: { expected: [1], actual: [2], pass: false } }],
    ['an unknown error', { message: 'out of order' }],
    ['no error', undefined],
  ])('is none for %s', (_, detail) => {
    expect(skipReason(detail, rejecting)).toBeUndefined();
  });
});
