import { Column, DataType, Table } from 'sequelize-typescript';
import type { DomainClass } from '../../lib/metadata';
import { BaseDomain } from '../../lib/persistence';
import { Application } from '../../lib/rest';
import { shop } from '../support/domain/shop';
import { POOL } from '../support/open-store';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

describe('an application with a domain model', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  class ShopApplication extends Application {}

  function application(domain?: readonly unknown[], more: Record<string, unknown> = {}): Application {
    const db = { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': 'update' }, ...more };
    return new ShopApplication({
      domain: domain as DomainClass[],
      configDir: __dirname,
      moduleRoot: __dirname,
      configuration: { name: 'shop', db },
    });
  }

  it('releases its classes and connections when the start fails', async () => {
    @Table
    class NoRoot extends BaseDomain {
      @Column(DataType.STRING) declare name: string;
    }

    await expect(application([NoRoot]).start()).rejects.toThrow('None of the domain classes is an aggregate root');
    await expect(application([NoRoot]).start()).rejects.toThrow('None of the domain classes is an aggregate root');
  });

  it('can be started again after it was stopped', async () => {
    const shopApplication = application(shop);

    for (const _ of ['first', 'second']) {
      await shopApplication.start();
      expect(shopApplication.routes.map(({ name }) => name)).toContain('listOrderOrderItems');
      await shopApplication.stop();
    }
  });

  it('finds its domain classes in the folders and globs of db.packagesToScan', async () => {
    const scanned = application(undefined, {
      packagesToScan: ['../support/domain/shop.ts', '../support/domain/sho*.ts'],
    });

    await scanned.start();
    const names = scanned.routes.map(({ name }) => name);
    await scanned.stop();

    expect(names).toEqual(expect.arrayContaining(['listOrders', 'listCategoryChildren', 'readCountry']));
  });

  it('names the folders without modules, and does not start without domain classes', async () => {
    await expect(application(undefined, { packagesToScan: ['nowhere'] }).start()).rejects.toThrow(
      /db\.packagesToScan names "nowhere", but no module was found there/,
    );
    await expect(application(undefined, { packagesToScan: ['nowhere', 'elsewhere'] }).start()).rejects.toThrow(
      /2 mistakes\.\n- .*"nowhere".*\n- .*"elsewhere"/,
    );
    await expect(application(undefined, { packagesToScan: [] }).start()).rejects.toThrow(
      'The application has no domain classes: list their folders in db.packagesToScan',
    );
  });
});
