import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Model } from 'sequelize';
import { Application, type DomainClass } from '../lib';
import { docExamples } from './support/doc-examples/doc-examples';
import { typeErrors } from './support/doc-examples/type-check';
import { pages } from './support/pages';
import { namedByHeader } from './support/security/named-by-header';

const ROOT = join(__dirname, '..');

/** Their blocks are the files of a project, which another spec runs, or `.ci/bundles/run.mjs`. */
const WHOLE_PROJECTS = ['docs/testing-your-application.md', 'docs/bundling.md'];

const examples = [...pages()]
  .filter(([page]) => !WHOLE_PROJECTS.includes(page))
  .flatMap(([page, text]) => docExamples(page, text));

const WRONG = {
  place: 'page.md:4',
  module: "import { Nothing } from 'koaggregate';\nexport const text: string = 1;\n",
};

describe('An example in the pages', () => {
  let errors: readonly string[];

  beforeAll(() => {
    errors = typeErrors(new Map([...examples, WRONG].map(({ place, module }) => [place, module])));
  }, 60_000);

  it('compiles', () => {
    expect(examples.length).toBeGreaterThan(20);
    expect(errors.filter((said) => !said.startsWith(WRONG.place))).toEqual([]);
  });

  it('is reported with its place when it does not compile', () => {
    expect(errors.filter((said) => said.startsWith(WRONG.place))).toEqual([
      expect.stringMatching(
        /^page\.md:4, line 1 of its module: Module '"koaggregate"' has no exported member 'Nothing'/,
      ),
      "page.md:4, line 2 of its module: Type 'number' is not assignable to type 'string'.",
    ]);
  });
});

describe('A TypeScript block', () => {
  const fence = (...lines: string[]) => ['```ts', ...lines, '```', ''].join('\n');

  it('is a module, alone or in place of the line of three dots in the comment before it', () => {
    const page = `# Page\n\n${fence('alone();')}\n<!-- example\nfunction around() {\n…\n}\n-->\n\n${fence('inside();')}`;

    expect(docExamples('page.md', page)).toEqual([
      { place: 'page.md:4', module: 'alone();\n' },
      { place: 'page.md:14', module: 'function around() {\ninside();\n}\n' },
    ]);
  });

  it('resolves its relative imports in the samples', () => {
    const [found] = docExamples('page.md', fence("import { Order } from './domain/order';"));

    expect(found?.module).toMatch(/^import \{ Order \} from '\/.*samples\/orders\/src\/domain\/order';/);
    expect(() => docExamples('page.md', fence("import './nowhere';"))).toThrow("'./nowhere' is 0 files of the samples");
  });

  it('has lines that must not compile where it says so', () => {
    const [found] = docExamples('page.md', fence('add(1); // does not compile: a text', 'add("1");'));

    expect(found?.module).toBe('// @ts-expect-error\nadd(1); // does not compile: a text\nadd("1");\n');
  });

  it('is compiled with its sample when it is an excerpt, whatever its indentation', () => {
    expect(
      docExamples('page.md', fence('override addFilters(): void {', '  this.addFilter(new TimingFilter());', '}')),
    ).toEqual([]);
  });
});

describe('An application of the domain classes that an example exports', () => {
  let folder: string;

  beforeAll(() => {
    mkdirSync(join(ROOT, '.tmp'), { recursive: true });
    folder = mkdtempSync(join(ROOT, '.tmp', 'examples-'));
    // For an application whose constructor takes no configuration: it adopts models, whose tables exist.
    writeFileSync(join(folder, 'shop.yml'), JSON.stringify(configurationWith('none')));
    process.env.CONFIG_DIR = folder;
    jest.spyOn(console, 'info').mockReturnValue();
  });
  afterAll(() => {
    jest.restoreAllMocks();
    delete process.env.CONFIG_DIR;
    rmSync(folder, { recursive: true });
  });

  const whole = examples.filter(({ module }) => /^@AggregateRoot\b|^export \{|\bdescribeModel\(/m.test(module));

  it.each(whole.map(({ place, module }) => [place, module]))('starts: %s', async (place, module) => {
    const file = join(folder, `${place.replace(/\W/g, '-')}.ts`);
    writeFileSync(file, module);
    const exported: unknown[] = Object.values(require(file));
    const domain = exported.filter((one): one is DomainClass => isA(one, Model));
    const resources = exported.filter((one): one is new () => object =>
      /Resource$/.test((one as { name: string }).name),
    );
    const [Type = Application] = exported.filter((one): one is typeof Application => isA(one, Application));
    const given = { domain, resources, authenticators: [namedByHeader], logger: QUIET };
    const application = new Type({ ...given, configuration: configurationWith('create') });

    expect(domain).not.toEqual([]);
    await application.start();
    expect(application.routes.length).toBeGreaterThan(0);
    await application.stop();
  });
});

function configurationWith(mode: string) {
  return { name: 'example', db: { url: 'sqlite::memory:', providerProperties: { 'hbm2ddl.auto': mode } } };
}

const QUIET = { info: () => undefined, warn: () => undefined, error: console.error };

function isA(one: unknown, type: { readonly prototype: object }): boolean {
  return typeof one === 'function' && one.prototype instanceof (type as never);
}
