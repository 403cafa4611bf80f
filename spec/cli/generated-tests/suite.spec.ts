// biome-ignore-all lint/suspicious/noTemplateCurlyInString: generated suites contain template strings
import { HasMany, HasOne, Table } from 'sequelize-typescript';
import ts from 'typescript';
import { AggregateRoot, BaseDomain, type EntityId } from '../../../lib';
import { KINDS } from '../../../lib/cli/generated-tests/kinds';
import { WITHOUT_SCOPES } from '../../../lib/cli/generated-tests/scoped-clients';
import { suiteOf as generatedSuite } from '../../../lib/cli/generated-tests/suite';
import { TestPlace } from '../../../lib/cli/generated-tests/test-place';
import { IntegerColumn, RequiredKeyOf, RequiredString } from '../../support/columns';
import { CLUB } from '../../support/domain/club';
import { ruled } from '../../support/domain/ruled';
import { shop } from '../../support/domain/shop';
import { unusualModels } from '../../support/domain/unusual-models';
import { workbenches } from '../../support/domain/workbenches';
import { testPlaces } from '../../support/test-places';

/** Classes whose names are words of the language, or names that the suites use themselves. */

@Table({ tableName: 'law_steps' })
class Step extends BaseDomain {
  @RequiredString(20) declare new: string;
  @RequiredKeyOf(() => Case) declare caseId: EntityId;
}

@Table({ tableName: 'law_cases' })
class Case extends BaseDomain {
  @RequiredString(20) declare class: string;
  @RequiredKeyOf(() => Client) declare clientId: EntityId;
  @HasMany(() => Step) declare steps: Step[];
}

@AggregateRoot
@Table({ tableName: 'law_clients' })
class Client extends BaseDomain {
  @RequiredString(20) declare default: string;
  @HasMany(() => Case) declare cases: Case[];
}

/** A single child with children, and a grandchild of the class of its parent. */

@Table({ tableName: 'tree_rings' })
class Ring extends BaseDomain {
  @IntegerColumn declare year: number | null;
  @RequiredKeyOf(() => Trunk) declare trunkId: EntityId;
}

@Table({ tableName: 'tree_trunks' })
class Trunk extends BaseDomain {
  @RequiredKeyOf(() => Tree) declare treeId: EntityId;
  @HasMany(() => Ring) declare rings: Ring[];
}

@AggregateRoot
@Table({ tableName: 'trees' })
class Tree extends BaseDomain {
  @HasOne(() => Trunk) declare trunk: Trunk | null;
}

const source = { imports: ["import { shop } from '../../src/shop';"], expression: 'shop' };

function suiteOf(places: readonly TestPlace[], changed: Partial<Parameters<typeof generatedSuite>[0]> = {}): string {
  const kinds = Object.keys(KINDS);
  const suite = generatedSuite({
    source,
    projectRoot: '../..',
    moduleRoot: '../../src',
    permissions: [],
    places,
    scopes: WITHOUT_SCOPES,
    kinds,
    ...changed,
  });
  return suite?.text() ?? '';
}

const suiteIn = async (types: readonly unknown[], ...titles: readonly string[]) => {
  const places = await testPlaces(types);
  return suiteOf(titles.length === 0 ? Object.values(places) : titles.map((title) => places[title]!));
};

/** The names that the suite imports from the package. */
function importedNames(text: string): readonly string[] {
  return /import \{\n([^}]*)\} from 'koaggregate\/testing'/
    .exec(text)![1]!
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** The first lines of a `describe`, up to its first test. */
function preludeOf(text: string, title: string): readonly string[] {
  const start = text.indexOf(`describe('${title}', () => {`);
  const lines = text.slice(start).split('\n').slice(1);
  return lines.slice(0, lines.indexOf('')).map((line) => line.replace(/^ {2}/, ''));
}

beforeAll(() => jest.spyOn(console, 'warn').mockImplementation());
afterAll(() => jest.restoreAllMocks());

describe('A generated suite', () => {
  it.each(
    Object.entries({
      shop,
      club: CLUB,
      workbenches,
      unusualModels,
      ruled,
      law: [Step, Case, Client],
      tree: [Ring, Trunk, Tree],
    }),
  )('can be parsed: %s', async (_, types) => {
    const { diagnostics } = ts.transpileModule(await suiteIn(types), {
      reportDiagnostics: true,
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        strict: true,
        alwaysStrict: true,
      },
    });

    expect(diagnostics!.map(({ messageText }) => messageText)).toEqual([]);
  });

  it('imports the names that it uses, and no others', async () => {
    const { '/products': products, '/orders/{order_id}/order_items': items } = await testPlaces(shop);
    const always = ['matchers', 'startTestApplication', 'type TestApplication', 'type TestClient'];

    expect(importedNames(suiteOf([products!], { kinds: ['paging'] }))).toEqual(always);
    expect(importedNames(suiteOf([items!], { kinds: ['paging'] }))).toEqual(['type Entity', ...always]);
    expect(importedNames(suiteOf([products!], { kinds: ['model'] }))).toEqual([
      'AggregateModel',
      ...always,
      'type WalkStep',
    ]);
  });

  it('imports fast-check and has a seed only for random walks', async () => {
    const { '/products': products } = await testPlaces(shop);
    const walking = suiteOf([products!], { kinds: ['model'] });
    const others = suiteOf([products!], { kinds: ['crud', 'errors'] });

    expect(walking).toContain("import fc from 'fast-check';");
    expect(walking).toContain('const seed = Number(process.env.TEST_SEED');
    expect(walking).toMatch(/^ {2}\}, 120_000\);$/m);
    expect(others).not.toMatch(/fast-check|TEST_SEED|seed/);
  });

  it('takes the applications of a main module', async () => {
    const { '/products': products } = await testPlaces(shop);
    const expression = "await captureApplications(() => require('../../src/main'))";

    const text = suiteOf([products!], { source: { imports: [], expression } });

    expect(importedNames(text)).toContain('captureApplications');
    expect(text).toContain(
      `app = await startTestApplication(${expression}, { projectRoot, moduleRoot, empty: true });`,
    );
  });

  it('lists the permissions of its client, a few in one line and many below each other', async () => {
    const { '/products': products } = await testPlaces(shop);
    const permissions = (...names: string[]) => suiteOf([products!], { permissions: names });

    expect(permissions()).toContain('const permissions: string[] = [];');
    expect(permissions('a', "b's")).toContain("const permissions: string[] = ['a', 'b\\'s'];");
    expect(permissions('a', 'b', 'c', 'd')).toContain(
      "const permissions: string[] = [\n  'a',\n  'b',\n  'c',\n  'd',\n];",
    );
  });

  it('has no describe for a place without tests of these kinds', async () => {
    const places = Object.values(await testPlaces(workbenches));

    const text = suiteOf(places, { kinds: ['actions'] });

    expect(text.match(/^describe\(.*/gm)).toEqual(["describe('/workbenches', () => {"]);
  });

  it('refers to the mount path of its application', async () => {
    const { '/products': products, '/orders/{order_id}/payments': payments } = await testPlaces(shop);
    const mounted = [products!, payments!].map(
      ({ aggregate, collections, operations }) => new TestPlace(aggregate, collections, operations, '/api/v1'),
    );

    const text = suiteOf(mounted);

    expect(text).toContain("describe('/api/v1/products', () => {\n  const path = '/api/v1/products';");
    expect(text).toContain("path = `${app.at('/api/v1/orders', order)}/payments`;");
  });
});

describe('The top of a generated describe', () => {
  it('stores each parent of a grandchild before each test', async () => {
    const title = '/orders/{order_id}/order_items/{order_item_id}/shipments';

    expect(preludeOf(await suiteIn(shop, title), title)).toEqual([
      'let order: Entity;',
      'let orderItem: Entity;',
      'let path: string;',
      'beforeEach(async () => {',
      "  order = await app.create('Order');",
      "  orderItem = await app.createIn(order, 'orderItems');",
      "  path = `${app.at(`${app.at('/orders', order)}/order_items`, orderItem)}/shipments`;",
      '});',
      "const add = (values: Record<string, unknown> = {}) => app.createIn(orderItem, 'shipments', values);",
      'const keyOf = (body: Record<string, unknown>) => body.id;',
      '/** The fields that payloads may set. */',
      "const fields = ['carrier', 'shipped_at'];",
      'const settable = (body: Record<string, unknown>) => fields.map((name) => [name, body[name]]);',
    ]);
  });

  it('has no key of a single parent in the path', async () => {
    const text = await suiteIn([Ring, Trunk, Tree]);

    expect(text).toContain("trunk = await app.createIn(tree, 'trunk');");
    expect(text).toContain("path = `${`${app.at('/trees', tree)}/trunk`}/rings`;");
  });

  it('declares only functions that its tests call', async () => {
    const { '/products': products } = await testPlaces(shop);

    expect(preludeOf(suiteOf([products!], { kinds: ['idempotency', 'errors'] }), '/products')).toEqual([
      "const path = '/products';",
      "const add = (values: Record<string, unknown> = {}) => app.create('Product', values);",
    ]);
  });

  it('reads the key by its wire name', async () => {
    const { '/countries': countries } = await testPlaces(shop);

    expect(preludeOf(suiteOf([countries!]), '/countries')).toContain(
      'const keyOf = (body: Record<string, unknown>) => body.code;',
    );
  });

  it('names parents otherwise if a word of the language or a name of the suite is taken', async () => {
    const title = '/clients/{client_id}/cases/{case_id}/steps';

    const text = await suiteIn([Step, Case, Client], title);

    expect(preludeOf(text, title).slice(0, 7)).toEqual([
      'let clientEntity: Entity;',
      'let caseEntity: Entity;',
      'let path: string;',
      'beforeEach(async () => {',
      "  clientEntity = await app.create('Client');",
      "  caseEntity = await app.createIn(clientEntity, 'cases');",
      "  path = `${app.at(`${app.at('/clients', clientEntity)}/cases`, caseEntity)}/steps`;",
    ]);
    expect(text).toContain(
      "otherPath = app.at(path, entity).replace(app.at('/clients', clientEntity), app.at('/clients', otherRoot));",
    );
  });
});
