import { Sequelize } from 'sequelize';
import { encryptionOf, ownInstancesOf } from '../../lib/persistence/adoption/own-instances';
import { unsupportedOptions } from '../../lib/persistence/adoption/own-options';
import { parseDatabaseUrl } from '../../lib/persistence/database-url';
import { zoneOfDatabase } from '../../lib/persistence/zone-of-database';
import { POOL } from '../support/pool';

const SERVER = 'mysql://ann@localhost/shop';
const own = (options: object = {}, url = SERVER) => new Sequelize(url, { logging: false, ...options });

function zoneOf(settings: object, instances: readonly Sequelize[] = [], url = SERVER) {
  const types = instances.map((sequelize, index) => sequelize.define(`Model${index}`, {}));
  const configuration = { url, pool: POOL, providerProperties: {}, ...settings };
  return zoneOfDatabase(configuration, parseDatabaseUrl(url, '/app'), ownInstancesOf(types))?.name;
}

describe('The time zone of a database', () => {
  it('is that of db.timezone, db.url and db.providerProperties.timezone, and else undefined', () => {
    expect(zoneOf({})).toBeUndefined();
    expect(zoneOf({ timezone: '-03:30' })).toBe('-03:30');
    expect(zoneOf({ providerProperties: { timezone: 'Europe/Berlin' } })).toBe('Europe/Berlin');
    expect(zoneOf({}, [], `${SERVER}?timezone=%2B08:00`)).toBe('+08:00');
    expect(zoneOf({}, [], `${SERVER}?timezone=+08:00`)).toBe('+08:00');
    expect(zoneOf({ timezone: '+08:00', providerProperties: { timezone: '+08:00' } })).toBe('+08:00');
  });

  it('is taken over from the Sequelize instances of models, which have UTC without the option', () => {
    expect(zoneOf({}, [own({ timezone: '+08:00' })])).toBe('+08:00');
    expect(zoneOf({}, [own()])).toBe('+00:00');
    expect(zoneOf({ timezone: 'UTC' }, [own(), own({ timezone: 'Etc/UTC' })])).toBe('+00:00');
    expect(zoneOf({ timezone: 'Japan' }, [own({ timezone: 'Asia/Tokyo' })])).toBe('Asia/Tokyo');
  });

  it('is not that of an instance with another database', () => {
    const other = own({ timezone: '+08:00' }, 'mysql://ann@localhost/other');

    expect(zoneOf({ timezone: '+02:00' }, [other])).toBe('+02:00');
  });

  it('stops the start if two places name different ones', () => {
    const [first, second] = [own({ timezone: '+08:00' }), own()];

    expect(() => zoneOf({}, [first, second])).toThrow(
      'The time zone of the Sequelize instance of Model0 is +08:00, and that of the Sequelize instance of Model1 is +00:00, although they use the same database: write the one in which its rows were stored in both.',
    );
    expect(() => zoneOf({ timezone: '+00:00' }, [first])).toThrow(/db\.timezone is \+00:00.* Model0 is \+08:00/);
    expect(() => zoneOf({ timezone: '+01:00' }, [], `${SERVER}?timezone=%2B02:00`)).toThrow(/db\.timezone.*db\.url/);
  });

  it.each(['8', '+8:00', '+15:00', 'local', 'Mars/Base', 'SYSTEM', '+08:00; DROP'])(
    'stops the start if it is %s',
    (timezone) => {
      expect(() => zoneOf({ timezone })).toThrow(
        `The time zone of db.timezone is "${timezone}": write an offset such as +08:00, or a name such as Asia/Shanghai.`,
      );
    },
  );

  it('stops the start on SQLite, which stores UTC', () => {
    expect(() => zoneOf({ timezone: '+08:00' }, [], 'sqlite:shop.sqlite')).toThrow(
      'The time zone of db.timezone is +08:00, and SQLite stores times in UTC: remove it, or use MariaDB/MySQL.',
    );
    expect(zoneOf({ timezone: 'Z' }, [], 'sqlite:shop.sqlite')).toBe('+00:00');
  });
});

describe('An option of a Sequelize instance whose models are adopted', () => {
  const optionsOf = (options: object, url?: string) => {
    const sequelize = own(options, url);
    return ownInstancesOf([sequelize.define('Order', {})])
      .flatMap(unsupportedOptions)
      .map(({ message }) => /option ([\w.]+), /.exec(message)?.[1]);
  };

  it('stops the start if values would change without it', () => {
    const dialectOptions = { dateStrings: true, typeCast: true, decimalNumbers: true, bigNumberStrings: true };

    expect(optionsOf({ omitNull: true, keepDefaultTimezone: true, dialectOptions })).toEqual([
      'omitNull',
      'keepDefaultTimezone',
      'dialectOptions.dateStrings',
      'dialectOptions.typeCast',
      'dialectOptions.decimalNumbers',
      'dialectOptions.bigNumberStrings',
    ]);
    expect(optionsOf({ dialectOptions: { supportBigNumbers: false } })).toEqual(['dialectOptions.supportBigNumbers']);
    expect(optionsOf({ dialectOptions: { charset: 'utf8mb4', dateStrings: false, ssl: {} } })).toEqual([]);
    expect(optionsOf({ dialectOptions: { mode: 6 } }, 'sqlite:shop.sqlite')).toEqual([]);
  });

  it('is taken over if it encrypts connections to the same database', () => {
    const ssl = { ca: 'certificate' };
    const instance = ownInstancesOf([own({ dialectOptions: { ssl } }).define('Order', {})]);

    expect(encryptionOf(instance, parseDatabaseUrl(SERVER, '/app'))).toEqual({ ssl });
    expect(encryptionOf(instance, parseDatabaseUrl('mysql://localhost/other', '/app'))).toEqual({});
  });
});
