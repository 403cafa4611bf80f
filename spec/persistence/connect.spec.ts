import { PassThrough } from 'node:stream';
import { ConnectionError } from 'sequelize';
import { classifyDatabaseError } from '../../lib/persistence';
import { shop } from '../support/domain/shop';
import { useStore } from '../support/open-store';
import { dialect } from '../support/test-database';

interface Hooked {
  runHooks(name: string, connection: object): Promise<void>;
}

(dialect === 'mysql' ? describe : describe.skip)('A new connection to the server', () => {
  const open = useStore(shop);

  it('is closed and reported as unavailable when it breaks before it is configured', async () => {
    const lost = Object.assign(new Error('Connection lost'), { code: 'PROTOCOL_CONNECTION_LOST' });
    const query = (_sql: string, done: (error: Error) => void) => done(lost);
    const connection = { query, addCommand: jest.fn(), stream: new PassThrough(), destroy: jest.fn() };
    const setUp = (open.dataSource.sequelize as unknown as Hooked).runHooks('afterConnect', connection);

    const error = await setUp.catch((thrown: unknown) => thrown);

    expect(error).toBeInstanceOf(ConnectionError);
    expect(classifyDatabaseError(error)).toEqual({ kind: 'unavailable' });
    expect(connection.destroy).toHaveBeenCalledTimes(1);
  });
});
