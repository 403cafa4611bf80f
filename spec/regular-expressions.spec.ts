import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isSafe } from 'redos-detector';
import { regularExpressionsOf, type SourceExpression } from './support/linear-time/regular-expressions';

const ROOT = join(__dirname, '..');

describe('The regular expressions of lib', () => {
  it('never take more than linear time', () => {
    const expressions = libraryExpressions();

    const slow = expressions.filter(({ expression }) => !isLinear(expression));

    expect(expressions.length).toBeGreaterThan(100);
    expect(slow.map(({ place, expression }) => `${place} ${expression}`)).toEqual([]);
  }, 240_000);
});

describe('The check of a regular expression', () => {
  it.each([
    ['zeros at the end', /0+$/],
    ['a run of capitals', /(\p{Lu}+)(\p{Lu}\p{Ll})/u],
    ['blanks on both sides of what may be missing', /^\s*([\w-]+)\s*(?:=\s*"?([\w-]*)"?)?\s*(?:;|$)/],
  ])('rejects %s', (_, expression) => {
    expect(isLinear(expression)).toBe(false);
  });

  it('reads literals and constants, and rejects expressions that it cannot evaluate', () => {
    const constants = `const PART = 'a+';\nconst all = [/b/g, new RegExp(\`^\${PART}$\`, 'i')];`;

    expect(expressionsIn(constants)).toEqual(['lib/a.ts:2 /b/g', 'lib/a.ts:2 /^a+$/i']);
    expect(expressionsIn('new RegExp(given);')).toEqual([]);
    expect(() => expressionsIn('const made = new RegExp(given);')).toThrow('lib/a.ts:1');
  });
});

/** An expression with none of these, not even as a literal, matches a text of bounded length. */
const REPEATS = /[*+{]/;

const decided = new Map<string, boolean>();

/** An expression that the checker cannot decide within its number of steps must be rewritten. */
function isLinear(expression: RegExp): boolean {
  const key = String(expression);
  const safe = decided.get(key) ?? (!REPEATS.test(expression.source) || isSafe(expression).safe);
  decided.set(key, safe);
  return safe;
}

function expressionsIn(text: string): string[] {
  return regularExpressionsOf('lib/a.ts', text).map(({ place, expression }) => `${place} ${expression}`);
}

function libraryExpressions(): SourceExpression[] {
  const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const path = `lib/${file.split(sep).join('/')}`;
      return regularExpressionsOf(path, readFileSync(join(ROOT, path), 'utf8'));
    });
}
