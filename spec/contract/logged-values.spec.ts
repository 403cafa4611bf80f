import { inspect } from 'node:util';
import { DatabaseError, type Transaction } from 'sequelize';
import { Column, DataType, IsEmail, Table, Unique } from 'sequelize-typescript';
import { Action, AggregateRoot, Application, BaseDomain } from '../../lib';
import type { ApplicationOptions } from '../../lib/rest';
import { StringColumn } from '../support/columns';
import { useServed } from '../support/serve-shop';

@AggregateRoot
@Table({ tableName: 'vaults' })
class Vault extends BaseDomain {
  @Unique @StringColumn(60) declare name: string;
  @IsEmail @StringColumn(60) declare email: string;
  @Column(DataType.TEXT) declare note: string;
  @Column(DataType.INTEGER) declare size: number;
  @Column(DataType.BIGINT) declare serial: string;
  @Column(DataType.DECIMAL(12, 3)) declare price: string;
  @Column(DataType.DOUBLE) declare weight: number;
  @Column(DataType.DATE) declare openedAt: Date;
  @Column(DataType.DATEONLY) declare builtOn: string;
  @Column(DataType.TIME) declare closesAt: string;
  @Column(DataType.UUID) declare token: string;
  @Column(DataType.JSON) declare inside: object;
  @Column(DataType.BLOB) declare picture: Buffer;
  @Column(DataType.ENUM('plantedenum', 'other')) declare kind: string;

  /** Fails in ways in which no response tells of it. */
  @Action({ value: 'fail' })
  async fail(way: string): Promise<void> {
    await WAYS[way]!(this.get({ plain: true }));
  }
}

const NAME = "planted'name \" for key 'x'\n    at planted";
const PLANTED = {
  name: NAME,
  email: 'planted@example.org',
  note: 'planted note -- with \\\' "quotes"',
  size: 918273645,
  serial: '8172635490817',
  price: '918273.645',
  weight: 91827.5,
  opened_at: '1987-07-13T08:31:27.000Z',
  built_on: '1987-08-14',
  closes_at: '19:47:53',
  token: '9a8b7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d',
  inside: { key: 'planted json' },
  picture: Buffer.from('planted bytes').toString('base64'),
  kind: 'plantedenum',
};
/** Any of them in a text, as it is, in hexadecimal digits or in base64. */
const LEAK =
  /planted|918273645|8172635490817|918273\.645|91827\.5|1987-0|19:47:53|9a8b7c6d|706c616e746564|cGxhbnRlZ|112,108,97/i;

type Values = Record<string, unknown>;
const without = ({ id: _, ...values }: Values) => values;

const WAYS: Readonly<Record<string, (values: Values) => Promise<unknown>>> = {
  /** Its error has fields, items with values and instances, and a message of the driver. */
  duplicate: (values) => wrapped(() => Vault.create(without(values))),
  several: (values) => wrapped(() => Vault.bulkCreate([without(values), without(values)])),
  invalid: (values) => wrapped(() => Vault.create({ ...without(values), email: 'planted' })),
  allInvalid: (values) =>
    wrapped(() => Vault.bulkCreate([{ ...without(values), email: 'planted' }], { validate: true })),
  syntax: () => wrapped(() => Vault.sequelize!.query(`SELECT 'planted' FROM vaults WHERE 918273645 = = 'planted'`)),
  unknown: () => Vault.sequelize!.query(`SELECT no_such FROM vaults WHERE note = 'planted' AND size = 918273645`),
  conversion: () => Vault.sequelize!.query(`SELECT json_extract('planted', '$.a') FROM no_such_table`),
  parameters: () => Vault.sequelize!.query('SELECT nothing FROM vaults WHERE note = ?', { replacements: ['planted'] }),
  quoting: () =>
    wrapped(() => Vault.sequelize!.query(`INSERT INTO vaults (no_such) VALUES ('planted')`)).catch(({ failure }) => {
      throw new Error(`Not stored: ${failure.message} (${failure.parent.message})`, { cause: failure });
    }),
  /** An outage is logged by another way. */
  outage: async () => {
    const lost = Object.assign(new Error("Lost at 'planted'"), { code: 'PROTOCOL_CONNECTION_LOST', fatal: true });
    throw new DatabaseError(
      Object.assign(lost, { sql: "UPDATE vaults SET note = 'planted'", parameters: ['planted'] }),
    );
  },
};

/** As code does that tells what it was about; a cause would be mapped to the status of a conflict. */
async function wrapped(work: () => Promise<unknown>): Promise<never> {
  const failure = await work().then(
    () => undefined,
    (error) => error,
  );
  throw Object.assign(new Error('The vault stays closed'), { failure });
}

const logged: string[] = [];
/** As a console and a logger of JSON write it. */
const log = (...parts: unknown[]) => {
  for (const part of parts) {
    logged.push(
      inspect(part, { depth: 12, maxStringLength: null }),
      JSON.stringify(part),
      String((part as Error)?.stack),
    );
  }
};

class VaultApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger: { info: log, warn: log, error: log } });
  }
}

const served = useServed([Vault], {
  Class: VaultApplication,
  settings: { logs: { requests: 'info' } },
  properties: { show_sql: true },
});
let path: string;
beforeAll(async () => {
  path = `/vaults/${(await served.create('/vaults', PLANTED)).id}`;
});
beforeEach(() => void logged.splice(0));

const text = () => logged.join('\n');

describe('The log has no value of a row', () => {
  it.each(Object.keys(WAYS))('when an action fails: %s', async (way) => {
    const { status } = await served.request('PUT', `${path}/fail`, { way });

    expect(status).toBeGreaterThanOrEqual(500);
    expect(text()).toMatch(/Error: /);
    expect(text()).not.toMatch(LEAK);
  });

  it('when rows are written, read, searched and deleted', async () => {
    const statuses = [
      (await served.request('POST', '/vaults', PLANTED)).status,
      (await served.request('PUT', path, PLANTED)).status,
      (await served.request('PUT', path, { ...PLANTED, kind: 'nothing-planted' })).status,
      (await served.request('GET', '/vaults?note=planted')).status,
      (await served.request('GET', '/vaults/918273645')).status,
      (await served.request('DELETE', '/vaults/918273645')).status,
    ];

    expect(statuses).toEqual([409, 200, 422, expect.any(Number), 404, 404]);
    expect(text()).toMatch(/UPDATE `?vaults/);
    expect(text()).not.toMatch(LEAK);
  });

  it('when a callback after COMMIT fails', async () => {
    const failing = (transaction: Transaction) =>
      transaction.afterCommit(() => WAYS.duplicate!({ ...PLANTED }) as Promise<void>);
    await Vault.unitOfWork(async (transaction) => failing(transaction));

    expect(text()).toContain('A callback of afterCommit failed');
    expect(text()).not.toMatch(LEAK);
  });

  it('when the table is missing', async () => {
    const { sequelize } = Vault;
    await sequelize!.query('ALTER TABLE vaults RENAME TO away_for_now');
    const statuses = [
      (await served.request('POST', '/vaults', PLANTED)).status,
      (await served.request('POST', '/vaults', [PLANTED, PLANTED])).status,
      (await served.request('PUT', path, PLANTED)).status,
    ];
    await sequelize!.query('ALTER TABLE away_for_now RENAME TO vaults');

    expect(statuses).toEqual([500, 500, 500]);
    expect(text()).toMatch(/sql: .*INSERT INTO/);
    expect(text()).not.toMatch(LEAK);
  });
});
