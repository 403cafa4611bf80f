import { pbkdf2 } from 'node:crypto';
import { QueryTypes } from 'sequelize';
import { shop } from '../../support/domain/shop';
import { openStore } from '../../support/open-store';
import { numbersFrom, seedOr } from '../../support/seed';
import { dialect } from '../../support/test-database';

const UNITS = 600;

const below = numbersFrom(seedOr(1));

/** Work for the threads that SQLite runs on as well. */
function busyThreads(): void {
  for (let count = 0; count < 2; count++) pbkdf2('a', 'b', 1 + below(3000), 64, 'sha512', () => 0);
}

(dialect === 'sqlite' ? describe : describe.skip)('a unit of work on SQLite', () => {
  it('enforces foreign keys from the first statement on', async () => {
    const { dataSource, close } = await openStore(shop);
    const { sequelize } = dataSource;
    let held = 0;
    for (let unit = 0; unit < UNITS; unit++) {
      busyThreads();
      await dataSource.unitOfWork(async () => {
        const [row] = await sequelize.query<Record<string, number>>('PRAGMA foreign_keys', { type: QueryTypes.SELECT });
        held += row!.foreign_keys!;
      });
    }
    await close();

    expect(held).toBe(UNITS);
  });
});
