import { projectDatabase } from '../../lib/cli/new/project-database';

describe('koaggregate new --database URL', () => {
  it.each([
    ['mysql://db.example/shop?ssl-mode=REQUIRED', 'mysql://db.example/shop?ssl-mode=REQUIRED', false],
    ['mysql://ann:s@db.example/shop?ssl-mode=REQUIRED', 'mysql://ann@db.example/shop?ssl-mode=REQUIRED', true],
    ['mysql://db.example/shop?user=ann&password=s', 'mysql://db.example/shop', true],
  ])('%s is %s in the configuration', (given, url, hasSecret) => {
    const database = projectDatabase(given, 'shop');

    expect(database.url).toBe(url);
    expect(database.secretUrl).toBe(hasSecret ? given : undefined);
  });
});
