import { Application } from 'koaggregate';
import { startTestApplication, type TestApplication } from 'koaggregate/testing';
import { Floor, HOSPITAL, Room } from '../support/domain/hospital';
import { dialect } from '../support/test-database';

describe('A class whose keys are unsigned TINYINTs', () => {
  let hospital: TestApplication;
  beforeAll(async () => {
    hospital = await startTestApplication(Application, {
      database: dialect === 'sqlite' ? 'memory' : 'server',
      domain: HOSPITAL,
      configuration: { name: 'hospital' },
      projectRoot: __dirname,
    });
  });
  beforeEach(() => hospital.begin());
  afterEach(() => hospital.rollback());
  afterAll(() => hospital.stop());

  it.each([1, 2])('has all of its keys in each test, also in number %i', async () => {
    for (let count = 0; count < 130; count++) await hospital.create(Floor);

    expect(await hospital.count(Floor)).toBe(130);
    expect(hospital.key(await hospital.create(Floor))).toBe(131);
  });

  it('gives entities the parent of earlier ones before the keys run out', async () => {
    for (let count = 0; count < 260; count++) await hospital.create(Room);

    expect(await hospital.count(Room)).toBe(260);
    expect(await hospital.count(Floor)).toBeLessThan(200);
  });
});
