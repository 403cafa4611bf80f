import { lowerFirst } from '../../naming';
import type { ApplicationSource } from './application-source';
import type { GeneratedTest } from './generated-test';
import { literal } from './generated-test';
import { KINDS } from './kinds';
import type { TestPlace } from './test-place';

/** What one suite is made of. */
export interface Suite {
  readonly source: ApplicationSource;
  /** From the suite to the root of the project: `../..`. */
  readonly projectRoot: string;
  /** The same for the modules. */
  readonly moduleRoot: string;
  /** All that any route asks for. */
  readonly permissions: readonly string[];
  /** Fields that responses show, but payloads do not set, by any class. */
  readonly places: readonly TestPlace[];
  readonly kinds: readonly string[];
}

/** The text of a suite for one aggregate root. */
export function suiteText(suite: Suite): string {
  const describes = suite.places.map((place) => describeText(place, suite.kinds)).filter((text) => text !== '');
  const body = describes.join('\n\n');
  return `${headText(suite, body)}\n${body}\n`;
}

function headText({ source, projectRoot, moduleRoot, permissions }: Suite, body: string): string {
  const names = [
    ...(body.includes('AggregateModel') ? ['AggregateModel'] : []),
    ...(body.includes(': Entity') ? ['type Entity'] : []),
    'matchers',
    'startTestApplication',
    ...(source.expression.includes('takeApplications') ? ['takeApplications'] : []),
    'type TestApplication',
    'type TestClient',
    ...(body.includes('WalkStep') ? ['type WalkStep'] : []),
  ];
  const isWalking = body.includes('fc.');
  return `// Written by \`koaggregate generate-tests\`. Generated anew, it is overwritten; what is changed here stays as a .bk file.
import { join } from 'node:path';
${isWalking ? "import fc from 'fast-check';\n" : ''}import {
  ${names.join(',\n  ')},
} from 'koaggregate/testing';
${source.imports.map((line) => `${line}\n`).join('')}
expect.extend(matchers);

const projectRoot = join(__dirname, '${projectRoot}');
const moduleRoot = join(__dirname, '${moduleRoot}');
/** All that any route asks for. */
const permissions: string[] = ${listText(permissions)};
${isWalking ? `/** Of random requests; the one that a failure tells repeats it. */\nconst seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000_000);\n` : ''}
let app: TestApplication;
let client: TestClient;
beforeAll(async () => {
  app = await startTestApplication(${source.expression}, { projectRoot, moduleRoot, empty: true });
  client = app.as({ name: 'tester', permissions });
}, 120_000);
beforeEach(() => app.begin());
afterEach(() => app.rollback());
afterAll(() => app?.stop());
`;
}

function listText(names: readonly string[]): string {
  return names.length < 4 ? literal(names) : `[\n${names.map((name) => `  ${literal(name)},\n`).join('')}]`;
}

function describeText(place: TestPlace, kinds: readonly string[]): string {
  const tests = kinds.flatMap((kind) => KINDS[kind]!(place));
  if (tests.length === 0) return '';
  const blocks = tests.map((test) => indented(testText(test)));
  return `describe('${place.title}', () => {\n${indented(preludeText(place, tests))}\n\n${blocks.join('\n\n')}\n});`;
}

/** Parents that are stored before each test, and what stores an entity at the place. */
function preludeText(place: TestPlace, tests: readonly GeneratedTest[]): string {
  const bodies = tests.map(({ body }) => body).join('\n');
  const [keyOf, settable] = [bodies.includes('keyOf'), bodies.includes('settable(')];
  const { model, collections, root, key } = place;
  const lines = collections.length === 0 ? [`const path = '${root.path}';`] : parentLines(place);
  const last =
    collections.length === 0
      ? ''
      : collections.length === 1
        ? root.variable
        : variableOf(place, collections.length - 1);
  const add =
    last === '' ? `app.create('${model}', values)` : `app.createIn(${last}, '${place.within!.property}', values)`;
  if (bodies.includes('add(')) lines.push(`const add = (values: Record<string, unknown> = {}) => ${add};`);
  if (keyOf) lines.push(`const keyOf = (shown: Record<string, unknown>) => shown.${key};`);
  if (settable) {
    const names = place.plainFields.filter(({ access }) => access === 'open').map(({ wireName }) => wireName);
    lines.push(
      '/** The fields that payloads set. */',
      `const fields = ${listText(names)};`,
      'const settable = (shown: Record<string, unknown>) => fields.map((name) => [name, shown[name]]);',
    );
  }
  return lines.join('\n');
}

function parentLines(place: TestPlace): string[] {
  const { root, collections } = place;
  const above = collections.slice(0, -1);
  const variables = [root.variable, ...above.map((_, index) => variableOf(place, index + 1))];
  const stored = above.map(
    ({ property }, index) => `  ${variables[index + 1]} = await app.createIn(${variables[index]}, '${property}');`,
  );
  let path = `app.at('${root.path}', ${root.variable})`;
  for (const [index, { wireName, kind }] of above.entries()) {
    path =
      kind === 'oneToOne'
        ? `\`\${${path}}/${wireName}\``
        : `app.at(\`\${${path}}/${wireName}\`, ${variables[index + 1]})`;
  }
  return [
    ...variables.map((name) => `let ${name}: Entity;`),
    'let path: string;',
    'beforeEach(async () => {',
    `  ${root.variable} = await app.create('${root.model}');`,
    ...stored,
    `  path = \`\${${path}}/${place.within!.wireName}\`;`,
    '});',
  ];
}

/** Of the parent at that depth. */
function variableOf({ collections, root }: TestPlace, depth: number): string {
  const name = lowerFirst(collections[depth - 1]!.target.name);
  const before = [root.variable, ...collections.slice(0, depth - 1).map(({ target }) => lowerFirst(target.name))];
  return before.includes(name) ? `${name}${depth + 1}` : name;
}

function testText({ title, each, body }: GeneratedTest): string {
  const lines = body
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
  const name = title.includes('${') ? `\`${title}\`` : literal(title);
  return each
    ? `it.each(${each.values.length > 60 ? each.values.replace(/^\[/, '[\n  ').replace(/\]$/, ',\n]').replaceAll('], [', '],\n  [') : each.values})(${name}, async (${each.parameters}) => {\n${lines}\n});`
    : `it(${name}, async () => {\n${lines}\n}${title.includes('TEST_SEED') ? ', 120_000' : ''});`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
