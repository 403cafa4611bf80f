import { knownErrors } from '../../../lib/persistence/dialects/known-errors';

const { triggerMessage } = knownErrors;

const onSqlite = (message: string) => triggerMessage({ errno: 19, message: `SQLITE_CONSTRAINT: ${message}` });

describe('The message of a trigger', () => {
  it('is that of SIGNAL, also with a number of its own', () => {
    expect(triggerMessage({ errno: 1644, sqlState: '22003', message: 'Sold out' })).toBe('Sold out');
    expect(triggerMessage({ errno: 30_001, sqlState: '45000', message: 'Sold out' })).toBe('Sold out');
    expect(triggerMessage({ errno: 1406, sqlState: '22001', message: "Data too long for 'x'" })).toBeUndefined();
  });

  it('is that of RAISE, which has the code of a constraint', () => {
    expect(onSqlite('Sold out')).toBe('Sold out');
    expect(onSqlite('seats constraint failed: no more')).toBe('seats constraint failed: no more');
  });

  it.each([
    'UNIQUE constraint failed: orders.code',
    'NOT NULL constraint failed: orders.code',
    'CHECK constraint failed: positive',
    'FOREIGN KEY constraint failed',
    'constraint failed',
    'cannot store TEXT value in INTEGER column orders.seats',
  ])('is not one of SQLite itself: %s', (message) => {
    expect(onSqlite(message)).toBeUndefined();
  });
});
