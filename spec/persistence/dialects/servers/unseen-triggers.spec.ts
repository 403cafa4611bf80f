import { unseenTriggers } from '../../../../lib/persistence/dialects/servers/database-values';
import type { Select } from '../../../../lib/persistence/tables/rows';

/** The catalogue of a server as an account sees it that has these grants. */
function catalogue(grants: readonly string[], hasHiddenStatements = 0): Select {
  const account = { account: 'ann@%', database: 'web_shop', hasHiddenStatements };
  const rows = grants.map((grant) => ({ 'Grants for ann@%': `GRANT ${grant} TO \`ann\`@\`%\`` }));
  return async <T extends object>(sql: string) =>
    (sql === 'SHOW GRANTS' ? rows : [account]) as readonly object[] as T[];
}

const unseen = async (...grants: string[]) => (await unseenTriggers(catalogue(grants), ['orders', 'items']))?.tables;

const WRITING = 'SELECT, INSERT, UPDATE ON `web\\_shop`.*';

describe('The triggers that an account cannot see', () => {
  it('are those of the tables that it may write to without the privilege TRIGGER', async () => {
    expect(await unseen('USAGE ON *.*', WRITING)).toEqual(['orders', 'items']);
    expect(await unseen(WRITING, 'TRIGGER ON `web_shop`.`orders`')).toEqual(['items']);
    expect(await unseen('UPDATE (`name`, `price`) ON `web_shop`.`items`')).toEqual(['items']);
    expect(await unseen('SELECT ON `web_shop`.*')).toBeUndefined();
  });

  it.each([
    'ALL PRIVILEGES ON *.*',
    'SELECT, TRIGGER ON *.*',
    'SELECT, TRIGGER ON `web_shop`.*',
    'ALL PRIVILEGES ON `web%`.*',
    'TRIGGER ON `w_b\\_shop`.*',
  ])('are none with GRANT %s', async (grant) => {
    expect(await unseen(WRITING, grant)).toBeUndefined();
  });

  it.each([
    'TRIGGER ON `other`.*',
    'TRIGGER ON `web\\_`.*',
    'TRIGGER ON `%\\_shops`.*',
    'TRIGGER ON `web\\_shop\\_`.*',
    'EXECUTE ON `web_shop`.*',
    '`reader`',
  ])('stay hidden with GRANT %s', async (grant) => {
    expect(await unseen(WRITING, grant)).toEqual(['orders', 'items']);
  });

  it('are none on a server that shows them, without their statements, to all that may write', async () => {
    expect(await unseenTriggers(catalogue([WRITING], 1), ['orders'])).toBeUndefined();
  });
});
