import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { koaggregateProcess } from '../support/run-node';

const ROOT = join(__dirname, '..', '..');
const PACKAGES = ['sequelize', 'koa', 'sqlite3'];

const MODELS = `
const { DataTypes, Model, Sequelize } = require('sequelize');
const { describeModel } = require('koaggregate');
const sequelize = new Sequelize({ dialect: 'sqlite', storage: __dirname + '/garage.sqlite', logging: false });
class Car extends Model {
  repaint(colour) { return this.update({ colour }); }
}
Car.init({ colour: DataTypes.STRING, plateNo: { type: DataTypes.STRING, allowNull: false } }, { sequelize, tableName: 'cars' });
exports.Car = describeModel(Car, {
  root: true, searchable: ['colour'], readOnly: ['plateNo'], actions: { repaint: { parameters: [String] } },
});
`;

const API = `
const { Application } = require('koaggregate');
const { Car } = require('./models');
class GarageApplication extends Application {}
const db = { url: 'sqlite:' + __dirname + '/garage.sqlite', providerProperties: { 'hbm2ddl.auto': 'update' } };
const create = () => new GarageApplication({ domain: [Car], moduleRoot: __dirname, configuration: { name: 'garage', db } });
`;

const MOUNTED = `
const Koa = require('koa');
const app = new Koa();
app.use(async (ctx, next) => next());
`;

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'mounted-'));
  write('package.json', '{ "private": true }');
  write('models.js', MODELS);
  write('test/api.test.js', "const { Application } = require('koaggregate'); describe('x', () => undefined);");
  write('dist/bundle.js', 'throw new Error("The bundle of the browser is no module of the server.");');
  write(
    'node_modules/koaggregate/index.js',
    `module.exports = require(${JSON.stringify(join(ROOT, 'lib/index.ts'))});`,
  );
  for (const name of PACKAGES) symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
});
afterEach(() => rmSync(project, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

async function pathsIn(run = koaggregateInProject): Promise<readonly string[]> {
  const { code, out, err } = await run(project, project, 'routes', '--json');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return (JSON.parse(out) as { path: string }[]).map(({ path }) => path);
}

const inProcess = (_project: string, folder: string, ...words: string[]) => koaggregateProcess(folder, ...words);
const CARS = expect.arrayContaining(['/cars', '/cars/{id}', '/cars/{id}/repaint']);

describe('A project in JavaScript whose Koa app mounts an application', () => {
  it('is found by module.exports = app, and is neither started nor made to listen', async () => {
    write(
      'app.js',
      `${API}${MOUNTED}
      const api = create();
      exports.ready = api.start().then(() => {
        app.use(api.middleware({ prefix: '/api' }));
        app.listen(8080);
        throw new Error('It was started.');
      });
      exports.app = app;`,
    );

    expect(await pathsIn()).toEqual(CARS);
  }, 60_000);

  it.each([
    ['an instance as the only export', `${API} module.exports = create();`],
    ['an instance beside others', `${API} module.exports = { api: create(), other: 1 };`],
    [
      'the class, with its configuration',
      `${API} module.exports = class Garage extends GarageApplication { constructor() {
      super({ domain: [Car], moduleRoot: __dirname, configuration: { name: 'garage', db } }); } };`,
    ],
    ['a function that makes the application', `${API} module.exports = create;`],
    [
      'a function that makes the app',
      `${API}${MOUNTED} exports.createApp = async () => {
      const api = create();
      await api.start();
      app.use(api.middleware());
      return app;
    };`,
    ],
    ['a function that makes both', `${API}${MOUNTED} exports.createApp = () => ({ app, api: create() });`],
    [
      'an app that mounts what another module starts',
      `${API}${MOUNTED} const api = create();
      app.use(api.middleware());
      module.exports = app;`,
    ],
  ])(
    'is found by %s',
    async (_, source) => {
      write(
        'src/garage.js',
        source.replaceAll("'./models'", "'../models'").replaceAll('__dirname', `__dirname + '/..'`),
      );

      expect(await pathsIn()).toEqual(CARS);
    },
    60_000,
  );

  it('is found in its index module', async () => {
    write('index.js', `${API}${MOUNTED} const api = create(); api.start().then(() => app.listen(8080));`);

    expect(await pathsIn()).toEqual(CARS);
  }, 60_000);

  it.each([
    ['an export', 'export const api = create();'],
    [
      'an export by default',
      'const app = new Koa(); const api = create(); app.use(api.middleware()); export default app;',
    ],
    [
      'a top-level await',
      'export const app = new Koa(); const api = create(); await api.start(); app.use(api.middleware()); app.listen(8080);',
    ],
  ])(
    'may consist of ES modules, with %s',
    async (_, source) => {
      write('package.json', '{ "private": true, "type": "module" }');
      rmSync(join(project, 'models.js'));
      write('models.cjs', MODELS);
      const head = `import Koa from 'koa';
      import koaggregate from 'koaggregate';
      import models from './models.cjs';
      const { Application } = koaggregate;
      class GarageApplication extends Application {}
      const folder = import.meta.dirname;
      const db = { url: 'sqlite:' + folder + '/garage.sqlite' };
      const create = () => new GarageApplication({ domain: [models.Car], moduleRoot: folder, configuration: { name: 'garage', db } });\n`;
      write('garage.mjs', head + source);

      expect(await pathsIn(inProcess)).toEqual(CARS);
    },
    60_000,
  );

  it('is examined by doctor, in the words of describeModel, by audit and by explain', async () => {
    write('app.js', `${API}${MOUNTED} const api = create(); app.use(api.middleware()); module.exports = app;`);

    const doctor = await koaggregateInProject(project, project, 'doctor');
    const audit = await koaggregateInProject(project, project, 'audit');
    const explain = await koaggregateInProject(project, project, 'explain', 'GET', '/cars/1');

    expect(doctor.out).toContain(
      'Car.plateNo is required and has no default, and is listed in "readOnly" of describeModel(Car)',
    );
    expect(doctor.out).not.toMatch(/@(ReadOnly|Searchable|Secure)/);
    expect(audit.out).toContain('/cars');
    expect(explain.out).toContain('readCar');
  }, 60_000);
});

describe('A project in JavaScript without an application', () => {
  it('is told what to export', async () => {
    write('garage.js', `${API} exports.createFor = (owner) => create(owner);`);

    const { code, err } = await koaggregateIn(project, 'routes');

    expect(code).toBe(1);
    expect(err).toContain(
      'no module that exports an application, mounts one, or exports a function without parameters that makes one',
    );
  }, 60_000);
});
