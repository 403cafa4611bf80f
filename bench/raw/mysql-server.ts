import { createPool, type Pool, type PoolConnection, type ResultSetHeader } from 'mysql2/promise';
import { POOL } from '../pool';
import type { Row, SqlServer, Value } from './sql-server';

/** mysql2 alone, with prepared statements. */
export function openMysql(url: string): SqlServer {
  const pool = createPool({
    uri: url,
    connectionLimit: POOL.max,
    timezone: 'Z',
    dateStrings: true,
    supportBigNumbers: true,
  });
  return {
    ...statementsOf(pool),
    transaction: async (work) => {
      const connection = await pool.getConnection();
      try {
        await connection.query('START TRANSACTION');
        const result = await work({ ...statementsOf(connection), transaction: rejectNested, close: rejectNested });
        await connection.query('COMMIT');
        return result;
      } catch (error) {
        await connection.query('ROLLBACK');
        throw error;
      } finally {
        connection.release();
      }
    },
    close: () => pool.end(),
  };
}

function statementsOf(target: Pool | PoolConnection): Pick<SqlServer, 'all' | 'run' | 'insert'> {
  const change = async (sql: string, values: readonly Value[]) =>
    (await target.execute(sql, [...values]))[0] as ResultSetHeader;
  return {
    all: async (sql, values) => (await target.execute(sql, [...values]))[0] as unknown as Row[],
    run: async (sql, values) => (await change(sql, values)).affectedRows,
    insert: async (sql, values) => (await change(sql, values)).insertId,
  };
}

async function rejectNested(): Promise<never> {
  throw new Error('A connection in a transaction can neither begin another one nor be closed.');
}
