import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isExcerpt } from '../support/excerpts';
import { koaggregateIn } from '../support/koaggregate';
import { projectsFolder } from '../support/written-project';

const PAGE = readFileSync('docs/tutorial.md', 'utf8');

let folder: string;

beforeEach(() => {
  folder = projectsFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The arguments of a shell command; quoted arguments may contain spaces. */
const wordsOf = (line: string) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

/** The arguments of the page's commands with a subcommand. */
function commands(name: string): string[][] {
  const text = PAGE.replaceAll(' \\\n', ' ');
  return [...text.matchAll(/^npx koaggregate (.*)$/gm)]
    .map(([, line = '']) => wordsOf(line))
    .filter(([one]) => one === name);
}

describe('docs/tutorial.md', () => {
  it('shows the files that its commands write', async () => {
    for (const words of commands('new')) await koaggregateIn(folder, ...words);
    rmSync(join(folder, 'shop/src/domain/product.ts'));
    const said = [];
    for (const words of commands('generate-model')) said.push(await koaggregateIn(join(folder, 'shop'), ...words));

    expect(said.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: '' },
      { code: 0, err: '' },
    ]);
    const files = ['shopping-cart', 'cart-item'].map((name) =>
      readFileSync(join(folder, `shop/src/domain/${name}.ts`), 'utf8'),
    );
    expect(files.filter((file) => !PAGE.includes(`\`\`\`ts\n${file}\`\`\``))).toEqual([]);
    const settings = ['container', 'shop'].map((name) => readFileSync(join(folder, `shop/config/${name}.yml`), 'utf8'));
    const shown = [...PAGE.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = '']) => block);
    expect(shown.map((block, index) => isExcerpt(block, settings[index]!))).toEqual([true, true]);
  });
});

describe('samples/shopping-cart', () => {
  it.each(['config/container.yml', 'config/shop.yml', 'config/services/Application'])(
    'has the %s of a new project',
    async (file) => {
      await koaggregateIn(folder, 'new', 'shop', '--yes');

      expect(readFileSync(join('samples/shopping-cart', file), 'utf8')).toBe(
        readFileSync(join(folder, 'shop', file), 'utf8'),
      );
    },
  );
});
