import { DatabaseError } from 'sequelize';
import { classifyDatabaseError } from '../../../lib/persistence';

function kindOf(errno: number): string | undefined {
  const parent = Object.assign(new Error('as the server has it'), { errno, sql: 'SELECT 1' });
  return classifyDatabaseError(new DatabaseError(parent))?.kind;
}

describe('The error of a server', () => {
  it.each([
    ['a deadlock', 1213],
    ['the timeout of a lock', 1205],
    ['a row that is locked, with NOWAIT', 3572],
    ['a conflict with another node of a cluster', 3101],
  ])('may not occur again in a repeated unit of work: %s', (_, errno) => {
    expect(kindOf(errno)).toBe('contention');
  });

  it.each([
    ['too many connections', 1040],
    ['a shutdown', 1053],
    ['a killed connection', 1927],
    ['a connection that was idle for too long', 4031],
  ])('means that the database is unavailable: %s', (_, errno) => {
    expect(kindOf(errno)).toBe('unavailable');
  });

  it('is a mistake of the code if it is none of a value, a lock or a connection', () => {
    expect(kindOf(1146)).toBeUndefined();
    expect(kindOf(1064)).toBeUndefined();
  });
});
