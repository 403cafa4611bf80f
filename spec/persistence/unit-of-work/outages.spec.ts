import { ConnectionError, DatabaseError } from 'sequelize';
import { classifyDatabaseError } from '../../../lib/persistence';

const AS_IT_IS = 'as the database has it';

function faultOf(code: string | number, message = AS_IT_IS) {
  const parent = Object.assign(new Error(message), typeof code === 'number' ? { errno: code } : { code }, { sql: '' });
  return classifyDatabaseError(new DatabaseError(parent));
}

const NO_SPACE = 'Got error 28 "No space left on device"';

describe('The error of a database that responds and cannot do its work', () => {
  it.each([
    ['no space left', 'full', 1021, AS_IT_IS],
    ['no space left for a table', 'full', 1114, AS_IT_IS],
    ['no space left at COMMIT', 'full', 1180, `${NO_SPACE} during COMMIT`],
    ['no space left for the storage engine', 'full', 1030, `${NO_SPACE} from storage engine InnoDB`],
    ['no space left for a file', 'full', 3, "Error writing file '/tmp/x' (Errcode: 28)"],
    ['no space left for the log', 'full', 1026, "Error writing file 'binlog' (errno: 28)"],
    ['a COMMIT that failed', 'notCommitted', 1180, 'Got error 5 during COMMIT'],
    ['a read-only server', 'readOnly', 1290, AS_IT_IS],
    ['a read-only transaction', 'readOnly', 1792, AS_IT_IS],
    ['a read-only mode', 'readOnly', 1836, AS_IT_IS],
    ['a server that leaves its group', 'readOnly', 3100, AS_IT_IS],
    ['a node outside of its cluster', 'outsideCluster', 1047, AS_IT_IS],
    ['no space left for a file of SQLite', 'full', 'SQLITE_FULL', AS_IT_IS],
    ['a file that cannot be written', 'readOnly', 'SQLITE_READONLY', AS_IT_IS],
    ['a file that cannot be opened', 'notOpened', 'SQLITE_CANTOPEN', AS_IT_IS],
    ['a disk that fails', 'brokenFiles', 'SQLITE_IOERR', AS_IT_IS],
  ])('says which: %s', (_, outage, code, message) => {
    expect(faultOf(code, message)).toEqual({ kind: 'unavailable', outage });
  });

  it('says so as well if a connection cannot be opened because of it', () => {
    const parent = Object.assign(new Error('unable to open database file'), { code: 'SQLITE_CANTOPEN' });

    expect(classifyDatabaseError(new ConnectionError(parent))).toEqual({ kind: 'unavailable', outage: 'notOpened' });
    expect(classifyDatabaseError(new ConnectionError(new Error('refused')))).toEqual({ kind: 'unavailable' });
  });

  it('is one of another kind if a file of SQLite is locked by another process', () => {
    expect(faultOf('SQLITE_BUSY')).toEqual({ kind: 'contention', isFileLocked: true });
    expect(faultOf('SQLITE_LOCKED')).toEqual({ kind: 'contention' });
  });

  it('is a mistake of the code if the storage engine has another problem', () => {
    expect(faultOf(1030, 'Got error 127 from storage engine')).toBeUndefined();
  });
});
