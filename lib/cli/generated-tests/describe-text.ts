import { grouped } from '../../foundation';
import type { CollectionMetadata } from '../../metadata';
import type { GeneratedTest } from './generated-test';
import { literal } from './generated-test';
import { namesText } from './names-text';
import type { TestPlace } from './test-place';

/** Why a test is skipped, or the row of one with several. */
export type SkippedTests = ReadonlyMap<GeneratedTest, ReadonlyMap<number, string>>;

/** Generates the `describe` of a place. */
export function describeText(place: TestPlace, tests: readonly GeneratedTest[], skipped: SkippedTests): string {
  const blocks = [declarations(place, tests), ...tests.flatMap((test) => testTexts(test, skipped.get(test)))];
  return `describe('${place.title}', () => {\n${blocks.map(indented).join('\n\n')}\n});`;
}

/** Declares the path of the place, and those of the shared functions that its tests call. */
function declarations(place: TestPlace, tests: readonly GeneratedTest[]): string {
  const bodies = tests.map(({ body }) => body).join('\n');
  const lines = place.isRoot ? [`const path = '${place.root.path}';`] : parentLines(place);
  if (bodies.includes('add('))
    lines.push(`const add = (values: Record<string, unknown> = {}) => ${place.createCall('values')};`);
  if (bodies.includes('keyOf')) lines.push(`const keyOf = (body: Record<string, unknown>) => body.${place.keyName};`);
  if (bodies.includes('settable(')) {
    const names = place.plainFields.filter(({ access }) => access === 'open').map(({ wireName }) => wireName);
    lines.push(
      '/** The fields that payloads may set. */',
      `const fields = ${namesText(names)};`,
      'const settable = (body: Record<string, unknown>) => fields.map((name) => [name, body[name]]);',
    );
  }
  return lines.join('\n');
}

/** Before each test of a collection, its parents are stored from the root down, and `path` is set to its path. */
function parentLines({ root, collections, parentVariables, collection }: TestPlace): string[] {
  const above = collections.slice(0, -1);
  const stored = above.map(({ property }, depth) => {
    const [parent, child] = parentVariables.slice(depth);
    return `  ${child} = await app.createIn(${parent}, '${property}');`;
  });
  const parentPath = above.reduce(
    (path, step, depth) => pathCode(path, step, parentVariables[depth + 1]!),
    `app.at('${root.path}', ${root.variable})`,
  );
  return [
    ...parentVariables.map((name) => `let ${name}: Entity;`),
    'let path: string;',
    'beforeEach(async () => {',
    `  ${root.variable} = await app.create('${root.model}');`,
    ...stored,
    `  path = \`\${${parentPath}}/${collection!.wireName}\`;`,
    '});',
  ];
}

/** The code of the path of a child, for the code of its parent's path and the variable of the child. */
function pathCode(parentPath: string, { kind, wireName }: CollectionMetadata, variable: string): string {
  const path = `\`\${${parentPath}}/${wireName}\``;
  return kind === 'oneToOne' ? path : `app.at(${path}, ${variable})`;
}

/** The code of a test. Rows that are skipped are a test of their own for each reason. */
function testTexts(test: GeneratedTest, skipped: ReadonlyMap<number, string> = new Map()): readonly string[] {
  const { each } = test;
  if (!each) return [testText(test, skipped.get(0))];
  const byReason = grouped(
    each.rows.map((row, index) => ({ row, reason: skipped.get(index) })),
    ({ reason }) => reason,
  );
  return [...byReason].map(([reason, rows]) =>
    testText({ ...test, each: { ...each, rows: rows.map(({ row }) => row) } }, reason),
  );
}

function testText({ title, each, body, isRandom }: GeneratedTest, reason: string | undefined): string {
  const lines = indented(body.trim().replace(/\n{3,}/g, '\n\n'));
  const it = reason === undefined ? 'it' : `// Skipped: ${oneLine(reason)}\nit.skip`;
  if (each)
    return `${it}.each(${tableText(each.rows)})(${literal(title)}, async (${each.parameters}) => {\n${lines}\n});`;
  if (isRandom) return `${it}(\`${title} (TEST_SEED=\${seed})\`, async () => {\n${lines}\n}, 120_000);`;
  return `${it}(${literal(title)}, async () => {\n${lines}\n});`;
}

function oneLine(text: string): string {
  return text.split('\n').join(' ');
}

/** Puts each row of a long table on a line of its own. */
function tableText(rows: readonly string[]): string {
  const line = `[${rows.join(', ')}]`;
  return line.length <= 60 || !rows[0]!.startsWith('[') ? line : `[\n  ${rows.join(',\n  ')},\n]`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
