import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longCallbacks } from './support/architecture/long-callbacks';

const MOST_LINES = 120;

describe('A callback of describe or it', () => {
  it(`has at most ${MOST_LINES} lines`, () => {
    const specs = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.spec.ts'),
    );

    const long = specs.flatMap((path) => longCallbacks(path, readFileSync(join(__dirname, path), 'utf8'), MOST_LINES));

    expect(specs.length).toBeGreaterThan(100);
    expect(long).toEqual([]);
  });

  it.each([
    'describe("a", () => {\n\n\n});',
    'it("a", async () => {\n\n\n});',
    'describe.each([[1]])("a %i", () => {\n\n\n});',
    '(isMysql ? it : it.skip)("a", () => {\n\n\n});',
    'describe("a", () => {\n  it("b", function () {\n\n\n\n  });\n});',
  ])('is found when it is too long: %j', (text) => {
    expect(longCallbacks('a.spec.ts', text, 3)).not.toEqual([]);
    expect(longCallbacks('a.spec.ts', text, 7)).toEqual([]);
  });

  it('is measured without the table of its cases', () => {
    expect(longCallbacks('a.spec.ts', 'it.each([\n1,\n2,\n3,\n])("a", () => {});', 3)).toEqual([]);
  });
});
