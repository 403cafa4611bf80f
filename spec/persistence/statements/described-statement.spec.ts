import { parseDatabaseUrl } from '../../../lib/persistence/database-url';
import { mysql } from '../../../lib/persistence/dialects/mysql';
import { StatementDescriptions } from '../../../lib/persistence/statements/described-statement';

const url = parseDatabaseUrl('mysql://localhost/shop', '/');
const descriptions = new StatementDescriptions({ sqlDialect: mysql } as never, url);

describe('A statement for a trace', () => {
  it.each([
    ['SELECT `a` FROM `orders` WHERE `id` = 7 FOR UPDATE', 'SELECT orders'],
    ['SELECT 1 FROM `orders` AS o JOIN order_items i ON i.x = o.x JOIN `orders` p', 'SELECT orders order_items'],
    ["INSERT INTO `orders` (`code`) VALUES ('FROM secrets') ON DUPLICATE KEY UPDATE `code` = 'x'", 'INSERT orders'],
    ['UPDATE `orders` SET `code` = NULL', 'UPDATE orders'],
    ['DELETE FROM `orders` WHERE `id` IN (SELECT order_id FROM old)', 'DELETE orders old'],
    ['WITH a AS (SELECT 1) SELECT * FROM a FOR UPDATE SKIP LOCKED', 'SELECT a'],
    ['SELECT * FROM (SELECT 1) AS x', 'SELECT'],
    ['COMMIT;', 'COMMIT'],
  ])('%s', (sql, summary) => {
    const [operation, table] = summary.split(' ');

    expect(descriptions.describe(sql)).toMatchObject({ summary, operation, table });
  });

  it('has a bounded text and summary', () => {
    const columns = Array.from({ length: 3000 }, (_, index) => `c${index}`).join();
    const joins = Array.from({ length: 100 }, (_, index) => `JOIN table${index}`).join(' ');
    const { text, summary } = descriptions.describe(`SELECT ${columns} FROM a ${joins}`);

    expect(text).toHaveLength(4000);
    expect(summary).toHaveLength(255);
  });

  it('names the product and the database', () => {
    expect([descriptions.system, descriptions.namespace]).toEqual(['mysql', 'shop']);
  });
});
