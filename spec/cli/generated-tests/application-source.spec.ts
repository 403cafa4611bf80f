import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { applicationSource } from '../../../lib/cli/generated-tests/application-source';
import { Application } from '../../../lib/core';

class OrdersApplication extends Application {}
const application = new OrdersApplication({ configuration: { name: 'orders' } });

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'source-'));
});
afterEach(() => rmSync(project, { recursive: true }));

/** Writes modules, and returns their files. */
function modules(texts: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(texts).map(([path, text]) => {
    const file = join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
}

const CLASS = 'export class OrdersApplication extends Application {}\n';

describe('applicationSource()', () => {
  const sourceIn = (texts: Readonly<Record<string, string>>, extension: '.js' | '' = '') =>
    applicationSource(application, modules(texts), join(project, 'spec/generated'), extension);

  it.each([
    ['src/app.ts', '', '../../src/app'],
    ['src/app.ts', '.js', '../../src/app.js'],
    ['src/deep/app.mts', '.js', '../../src/deep/app.js'],
    ['spec/generated/app.ts', '', './app'],
    ['spec/generated/inner/app.cts', '', './inner/app'],
  ] as const)('imports an exported class: %s with the extension "%s"', (path, extension, specifier) => {
    expect(sourceIn({ [path]: CLASS }, extension)).toEqual({
      imports: [`import { OrdersApplication } from '${specifier}';`],
      expression: 'OrdersApplication',
    });
  });

  it.each([
    ['export const orders = new OrdersApplication();'],
    ['const other = 1;\nexport const orders: Application = new OrdersApplication({ services });'],
  ])('prefers an exported instance, which has its options: %j', (line) => {
    expect(sourceIn({ 'src/app.ts': CLASS, 'src/services.ts': `${line}\n` })).toEqual({
      imports: ["import { orders } from '../../src/services';"],
      expression: 'orders',
    });
  });

  it.each([
    ['a local instance', 'const orders = new OrdersApplication();'],
    ['an instance in a list', 'export const all = [new OrdersApplication()];'],
    ['an instance of a class with a longer name', 'export const orders = new OrdersApplicationProxy();'],
  ])('imports the class despite %s', (_, line) => {
    expect(sourceIn({ 'src/main.ts': line, 'src/app.ts': CLASS }).expression).toBe('OrdersApplication');
  });

  it.each([
    ['an exported class', CLASS],
    ['a local class', CLASS.replace('export ', '')],
  ])('takes the application from a main module with %s, which would start it when imported', (_, text) => {
    const main = `${text}\nrun(new Container({ applications: [new OrdersApplication()] }));\n`;

    expect(sourceIn({ 'src/main.ts': main }, '.js')).toEqual({
      imports: [],
      expression: "await captureApplications(() => require('../../src/main.js'))",
    });
  });

  it('fails when the class is not exported; the error names its file', () => {
    expect(() => sourceIn({ 'src/app.ts': 'class OrdersApplication extends Application {}' })).toThrow(
      `${join(project, 'src/app.ts')} does not export OrdersApplication: export the class.`,
    );
  });

  it.each([
    ['without modules', {}],
    ['with a class whose name only begins alike', { 'src/app.ts': 'export class OrdersApplicationBase {}' }],
  ])('fails %s', (_, texts) => {
    expect(() => sourceIn(texts)).toThrow(
      'No TypeScript file of the project declares the class OrdersApplication, which the generated tests start: ' +
        'declare it in a file that tsconfig.json includes, and export it.',
    );
  });
});
