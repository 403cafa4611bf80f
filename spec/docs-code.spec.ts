import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isExcerpt } from './support/excerpts';

describe.each([
  ['docs/tutorial.md', 'samples/shopping-cart'],
  ['docs/petclinic.md', 'samples/petclinic'],
])('%s', (page, sample) => {
  it(`shows code of ${sample}, and may omit lines`, () => {
    const text = readFileSync(page, 'utf8');
    const blocks = [...text.matchAll(/^```(?:ts|yaml)\n(.*?)^```/gms)].map(([, code = '']) => code);
    const sources = sourcesOf(sample);

    const strangers = blocks.filter((block) => !sources.some((source) => isExcerpt(block, source)));

    expect(blocks.length).toBeGreaterThan(0);
    expect(strangers).toEqual([]);
  });
});

describe('An excerpt', () => {
  const source = "import { a, b } from 'x';\n\none();\ntwo();\nthree();\n";

  it.each([
    ['all of it', source],
    ['some lines', 'one();\nthree();\n'],
    ['an import of fewer names', "import { b } from 'x';\none();\n"],
  ])('may be %s', (_, block) => {
    expect(isExcerpt(block, source)).toBe(true);
  });

  it.each([
    ['lines in another order', 'three();\none();\n'],
    ['a line twice', 'one();\none();\n'],
    ['another line', 'one();\nfour();\n'],
    ['an import of other names', "import { a, c } from 'x';\n"],
    ['an import from elsewhere', "import { a } from 'y';\n"],
  ])('may not be %s', (_, block) => {
    expect(isExcerpt(block, source)).toBe(false);
  });
});

function sourcesOf(sample: string): string[] {
  const folders = ['src', 'config', 'spec'].filter((folder) => existsSync(join(sample, folder)));
  const names = folders.flatMap((folder) =>
    readdirSync(join(sample, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(sample, folder, name)),
  );
  return names.filter((name) => /\.(ts|yml)$/.test(name)).map((name) => readFileSync(name, 'utf8'));
}
