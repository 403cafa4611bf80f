import { parseDatabaseUrl, withoutPassword } from '../../lib/persistence/database-url';
import { mysql } from '../../lib/persistence/dialects/mysql';
import { sqlite } from '../../lib/persistence/dialects/sqlite';

describe('db.url', () => {
  it.each([
    ['sqlite:data/orders.sqlite', '/app/data/orders.sqlite'],
    ['sqlite:/var/orders.sqlite', '/var/orders.sqlite'],
    ['jdbc:sqlite:orders.sqlite', '/app/orders.sqlite'],
    ['sqlite::memory:', ':memory:'],
  ])('reads %s as the file %s', (url, storage) => {
    expect(parseDatabaseUrl(url, '/app')).toMatchObject({ dialect: sqlite, driver: 'sqlite3', storage });
  });

  it.each(['mysql', 'mariadb', 'jdbc:mysql', 'jdbc:mariadb'])('reads %s:// as a server', (scheme) => {
    const url = parseDatabaseUrl(`${scheme}://ann:s%40crt@db.example.org:3307/shop`, '/app');

    expect(url).toMatchObject({ dialect: mysql, host: 'db.example.org', port: 3307, database: 'shop' });
    expect(url).toMatchObject({ username: 'ann', password: 's@crt' });
  });

  it('is shown without its password', () => {
    expect(parseDatabaseUrl('mysql://ann:secret@localhost/shop', '/app').display).toBe(
      'mysql://ann:***@localhost/shop',
    );
    for (const password of ['s@crt', 'p/s@crt', 's?crt', 's:crt', '@crt']) {
      expect(withoutPassword(`mysql://ann:${password}@localhost/shop`)).toBe('mysql://ann:***@localhost/shop');
    }
    expect(withoutPassword('mysql://localhost:3306/shop?user=ann&PASSWORD=crt&x=1')).toBe(
      'mysql://localhost:3306/shop?user=ann&PASSWORD=***&x=1',
    );
    expect(() => parseDatabaseUrl('oracle://ann:secret@localhost/shop', '/app')).toThrow(/ann:\*\*\*@localhost/);
  });

  it.each([
    ['postgres://localhost/shop', 'Its scheme is unknown'],
    ['mysql://localhost', 'It names no database'],
    ['mysql://localhost:port/shop', 'It cannot be read as a URL'],
    ['sqlite:', 'It names no file'],
  ])('rejects %s with an example of a valid one', (url, reason) => {
    expect(() => parseDatabaseUrl(url, '/app')).toThrow(reason);
    expect(() => parseDatabaseUrl(url, '/app')).toThrow('mysql://user:password@host:port/name');
  });
});
