import { DatabaseError, fn, literal } from 'sequelize';
import { classifyDatabaseError } from '../../../lib/persistence';
import { Gauge } from '../../support/domain/gauges';
import { useStore } from '../../support/open-store';
import { dialect } from '../../support/test-database';

useStore([Gauge]);

const faultOf = (values: object) =>
  Gauge.create(values as never).then(
    () => undefined,
    (error: unknown) => [error instanceof DatabaseError, classifyDatabaseError(error)],
  );

describe('The violation of an expression that the database rejects', () => {
  const cases: [string, object, string][] = [
    ['small', { small: literal('30000 + 30000') }, 'is out of the range of its column'],
    ['shortLabel', { shortLabel: fn('repeat', 'x', 31) }, 'is longer than its column'],
    ['status', { status: fn('upper', 'other') }, 'is not a value that its column can hold'],
    ['at', { at: literal(`'2026-02-30'`) }, 'is not a value that its column can hold'],
    ['natural', { natural: literal(`'many'`) }, 'is not a value that its column can hold'],
    ['data', { data: literal(`'{'`) }, 'is not a value that its column can hold'],
  ];

  if (dialect === 'mysql') {
    it.each(cases)('has its field: %s', async (name, values, message) => {
      const violations = [{ path: [name], message }];

      expect(await faultOf(values)).toEqual([true, { kind: 'invalid', violations, type: Gauge }]);
    });
  }

  it('has its field if the value is null', async () => {
    const violations = [{ path: ['count'], message: 'must not be null' }];

    expect((await faultOf({ count: literal('NULL') }))![1]).toEqual({ kind: 'invalid', violations, type: Gauge });
  });

  it('is classified once, when the statement fails', async () => {
    const error = await Gauge.create({ count: literal('NULL') } as never).catch((thrown: unknown) => thrown);
    const fault = classifyDatabaseError(error);

    Object.assign((error as DatabaseError).parent, { errno: 1213, message: 'Deadlock found' });

    expect(fault).toBeDefined();
    expect(classifyDatabaseError(error)).toBe(fault);
  });
});
