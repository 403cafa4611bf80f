import { DataTypes, type Model, Sequelize } from 'sequelize';
import type { DomainClass } from '../../lib';
import { describeModel, type ModelDescription } from '../../lib/persistence';
import { Application } from '../../lib/rest';
import { Secure } from '../../lib/security';
import { POOL } from '../support/open-store';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

type PlainModel = new () => Model;

describe('A mistake in a model with describeModel', () => {
  let database: TestDatabase;
  let sequelize: Sequelize;

  beforeAll(async () => {
    database = await createTestDatabase();
    sequelize = new Sequelize(database.url, { logging: false });
  });
  afterAll(async () => {
    await sequelize.close();
    await database.drop();
  });

  class StockApplication extends Application {}

  /** The class of a table with columns of other names than its fields, as JavaScript projects often have. */
  function categories() {
    const Plain = (Sequelize as never as { Model: PlainModel }).Model as never as typeof Model;
    class Category extends Plain {
      rename(_title: string, _since: Date) {}
    }
    class Shelf extends Plain {}
    const column = (field: string, type: unknown = DataTypes.STRING) => ({ type: type as never, field });
    Category.init(
      { categoryKey: column('category_key'), secretNote: column('secret_note'), facts: DataTypes.JSON },
      { sequelize, tableName: 'categories', underscored: true },
    );
    Shelf.init({ title: DataTypes.STRING }, { sequelize, tableName: 'shelves', underscored: true });
    Category.hasMany(Shelf, { as: 'topShelves', foreignKey: 'categoryId' });
    return { Category, Shelf };
  }

  async function failures(description: object, shelf: object = {}, schema = 'update'): Promise<readonly string[]> {
    const { Category, Shelf } = categories();
    describeModel(Category, description as ModelDescription<Model>);
    describeModel(Shelf, shelf as ModelDescription<Model>);
    const application = new StockApplication({
      domain: [Category, Shelf] as never as DomainClass[],
      configDir: __dirname,
      moduleRoot: __dirname,
      configuration: {
        name: 'stock',
        db: { url: database.url, pool: POOL, providerProperties: { 'hbm2ddl.auto': schema } },
      },
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    });
    const thrown: unknown = await application.start().then(
      () => application.stop(),
      (error: unknown) => error,
    );
    const { mistakes = thrown ? [thrown] : [] } = (thrown ?? {}) as { readonly mistakes?: readonly unknown[] };
    return mistakes.map((mistake) => (mistake as Error).message);
  }

  it('names the option, and the field that the column belongs to', async () => {
    const found = await failures({
      root: true,
      key: 'category_key',
      searchable: ['category_key', 'facts'],
      hidden: ['secretnote'],
      collections: { top_shelves: {} },
      memberDecorators: { category_key: [Secure({ permissions: ['stock'] })] },
    });

    const place = 'of describeModel(Category)';
    const isColumn = '(category_key is the column of the field categoryKey.)';
    expect([...found].sort()).toEqual([
      `Category.category_key has Secure(…) in "memberDecorators" ${place} but is not a column, a hasOne, a to-many association or an action: move it, or remove it. ${isColumn}`,
      `Category.category_key is listed in "searchable" ${place} but has no database column: name a column. ${isColumn}`,
      `Category.category_key is the "key" of describeModel(Category) but no column: name a field. ${isColumn}`,
      `Category.facts is listed in "searchable" ${place} but holds JSON, which cannot be compared: remove it.`,
      `Category.secretnote is listed in "hidden" ${place} but has no database column: name a column. (Did you mean secretNote?)`,
      `Category.top_shelves is listed in "collections" ${place} but is not a to-many association: write hasMany or belongsToMany, or remove it. (Did you mean topShelves?)`,
    ]);
  });

  it('says how the classes of parameters are listed', async () => {
    const untyped = await failures({ root: true, actions: { rename: {} } });
    const incomplete = await failures({ root: true, actions: { rename: { parameters: [String] } } });
    const misspelt = await failures({ root: true, actions: { renamed: {} } });

    expect(untyped).toEqual([
      'Category.rename takes "_title", whose class is not known: list a class for each parameter in "actions" of describeModel(Category), as in rename: { parameters: [String, Date] }, or give the action a Joi schema for it.',
      'Category.rename takes "_since", whose class is not known: list a class for each parameter in "actions" of describeModel(Category), as in rename: { parameters: [String, Date] }, or give the action a Joi schema for it.',
    ]);
    expect(incomplete).toEqual([expect.stringContaining('as in rename: { parameters: [String, Date] }')]);
    expect(misspelt).toEqual([
      'Category.renamed is listed in "actions" of describeModel(Category) but is not an instance method: name a method that is neither static nor an accessor. (Did you mean rename?)',
    ]);
  });

  it('says root: true if no class is a root', async () => {
    expect(await failures({})).toEqual([
      'None of the domain classes is an aggregate root (Category, Shelf): write root: true in describeModel for the root of each aggregate, or check db.packagesToScan.',
    ]);
  });

  it('names the attribute of Model.init for a column that the table does not have', async () => {
    await sequelize.query('CREATE TABLE categories (id INTEGER PRIMARY KEY, category_keys VARCHAR(255))');

    const found = await failures({ root: true }, {}, 'validate');

    expect(found.join('\n')).not.toMatch(/@[A-Z]/);
    expect(found).toContainEqual(
      expect.stringMatching(/^Category\.categoryKey .* name another by field: '…' in the model/),
    );
    await sequelize.query('DROP TABLE categories');
  });

  it('is thrown by describeModel itself for marks that contradict each other', () => {
    const { Category } = categories();

    expect(() => describeModel(Category, { hidden: ['facts'], writeOnly: ['facts'] } as never)).toThrow(
      'Category.facts is marked hidden and writeOnly: keep one of the two.',
    );
  });
});
