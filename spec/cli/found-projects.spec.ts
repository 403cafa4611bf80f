import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { koaggregateIn } from '../support/koaggregate';
import { koaggregateInProject } from '../support/koaggregate-in-project';
import { koaggregateProcess } from '../support/run-node';

const ROOT = join(__dirname, '..', '..');
const TYPES = ['typescript', 'sequelize-typescript', 'sequelize', 'reflect-metadata'];

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    ...{ target: 'ES2022', module: 'node16', moduleResolution: 'node16', strict: true, rootDir: 'src', outDir: 'dist' },
    ...{ experimentalDecorators: true, emitDecoratorMetadata: true, useDefineForClassFields: false },
  },
  include: ['src'],
});

const CAR = `
import { AggregateRoot, BaseDomain } from 'koaggregate';
import { Column, Table } from 'sequelize-typescript';

@AggregateRoot
@Table
export class Car extends BaseDomain {
  @Column declare colour: string;
}
`;

const APPLICATION = `
import { Application } from 'koaggregate';

export class GarageApplication extends Application {}
`;

const RUNNING = `
import { Application, Container, run } from 'koaggregate';
import { Car } from './car';

class GarageApplication extends Application {}

const db = { url: 'sqlite::memory:' };
console.log('The garage opens.');
const application = new GarageApplication({ domain: [Car], configuration: { name: 'garage', db } });

async function main(): Promise<void> {
  const container = new Container({ applications: [application] });
  await run(container);
  throw new Error('It was started.');
}

void main();
`;

const CONFIG = 'name: garage\ndb:\n  url: "sqlite::memory:"\n  packagesToScan: [domain]\n';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'garage-'));
  write('tsconfig.json', TSCONFIG);
  write(
    'node_modules/koaggregate/index.js',
    `module.exports = require(${JSON.stringify(join(ROOT, 'lib/index.ts'))});`,
  );
  for (const name of TYPES) symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
});
afterEach(() => rmSync(project, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

const koaggregate = (folder: string, ...words: string[]) =>
  koaggregateInProject(project, join(project, folder), ...words);

/** For a project that is rejected before a module of it is loaded. */
const rejected = (...words: string[]) => koaggregateIn(project, ...words);

/** What the modules of the project print themselves reaches the terminal only of a process. */
const inProcess = (folder: string, ...words: string[]) => koaggregateProcess(join(project, folder), ...words);

const routesIn = async (folder: string, run = koaggregate) => {
  const { code, out, err } = await run(folder, 'routes', '--json');
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  const routes = JSON.parse(out) as { method: string; path: string }[];
  return { routes: routes.map(({ method, path }) => `${method} ${path}`), err };
};

describe('A project', () => {
  it('is found from any of its folders, with the container of its main module, which is not started', async () => {
    write('src/car.ts', CAR);
    write('src/main.ts', RUNNING);

    const { routes, err } = await routesIn('src', inProcess);

    expect(routes).toEqual(expect.arrayContaining(['POST /cars', 'GET /cars/{id}']));
    expect(err).toContain('The garage opens.');
  }, 60_000);

  it('is found with an exported application and its configuration', async () => {
    write('src/domain/car.ts', CAR);
    write('src/garage-application.ts', APPLICATION);
    write('config/garage.yml', CONFIG);

    expect((await routesIn('src/domain')).routes).toEqual(expect.arrayContaining(['POST /cars', 'GET /cars/{id}']));
  }, 60_000);

  it('reads variables from .env that the environment does not set', async () => {
    write('src/domain/car.ts', CAR);
    write('src/garage-application.ts', APPLICATION);
    write('config/garage.yml', CONFIG.replace('sqlite::memory:', `\${GARAGE_DB}`));
    write('.env', 'GARAGE_DB=sqlite:garage.sqlite\n');

    expect((await koaggregate('.', 'config')).out).toContain('"sqlite:garage.sqlite"');
  }, 60_000);

  it('reads the configuration in the folder of --config, also for the container of its main module', async () => {
    write('src/car.ts', CAR);
    write('src/main.ts', RUNNING.replace(/^console.*\n/m, ''));
    write('config/container.yml', 'name: day\n');
    write('night/container.yml', 'name: night\n');

    const [day, night] = [await koaggregate('.', 'config'), await koaggregate('.', 'config', '--config', 'night')];

    expect(day.out).toMatch(/ name +config\/container\.yml +"day"/);
    expect(night.out).toMatch(/ name +night\/container\.yml +"night"/);
  }, 60_000);

  it('is read from compiled modules unless a source is newer', async () => {
    write('src/main.ts', 'this is no TypeScript');
    write('dist/car.js', `exports.nothing = 1;`);
    write(
      'dist/garage-application.js',
      `const { Application } = require('koaggregate');\nexports.Garage = class Garage extends Application {};`,
    );
    write('config/garage.yml', 'name: garage\ndb: { url: "sqlite::memory:" }\n');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(project, 'dist/car.js'), later, later);

    const compiled = await koaggregate('.', 'config');
    utimesSync(join(project, 'src/main.ts'), later, new Date(Date.now() + 120_000));
    const sources = await koaggregate('.', 'config');

    expect(compiled.out).toContain('Garage\n');
    expect(sources.err).toContain('the compiled modules are missing or out of date');
    expect(sources.code).toBe(1);
  }, 60_000);

  it('may consist of ES modules, whose imports name the compiled files', async () => {
    write('package.json', '{ "type": "module" }');
    write('src/domain/car.ts', CAR);
    write('src/garage-application.ts', `${APPLICATION}export { Car } from './domain/car.js';\n`);
    write('config/services/Application', 'garage-application:GarageApplication\n');
    write('config/garage.yml', CONFIG);

    const { code, out, err } = await koaggregate('.', 'routes');

    expect(out).toMatch(/^POST +\/cars +createCar/);
    expect([code, err]).toEqual([0, expect.stringContaining('Reading the sources of')]);
  }, 60_000);

  it('without compiled modules and TypeScript is rejected', async () => {
    write('src/main.ts', RUNNING);
    rmSync(join(project, 'node_modules/typescript'));
    cpSync(join(ROOT, 'tsconfig.json'), join(project, 'tsconfig.json'));

    const { code, err } = await rejected('routes');

    expect(code).toBe(1);
    expect(err).toContain('is not compiled and has no TypeScript: build it, or run npm install typescript.');
  }, 60_000);
});

describe('A project that cannot be read', () => {
  it('is reported in a folder without one, with the ways to name it', async () => {
    const { code, err } = await rejected('routes');

    expect(code).toBe(1);
    expect(err).toContain(
      `koaggregate routes: No application was found in ${project}: there is no file ${project}/config/services/`,
    );
    expect(err).toContain('Run the command in a project, or use --project-dir DIR or --application MODULE.');
    expect((await rejected('doctor')).out).toMatch(/^ERROR {2}PROJECT_UNREADABLE {2}startup\n {2}No application/);
  }, 60_000);

  it.each(['--project-dir', '--modules', '--config'])(
    'is reported for a folder of %s that does not exist',
    async (option) => {
      const { code, err } = await rejected('routes', option, 'nowhere');

      expect(code).toBe(1);
      expect(err).toContain(
        `The folder ${join(project, 'nowhere')} does not exist: correct ${option}, which is relative`,
      );
    },
    60_000,
  );

  it('is reported with file and line if a source cannot be parsed', async () => {
    write('src/domain/car.ts', CAR.replace('declare colour:', 'declare colour'));
    write('src/garage-application.ts', APPLICATION);
    write('config/garage.yml', CONFIG);

    const { code, out, err } = await koaggregate('.', 'routes');

    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('cannot be loaded: src/domain/car.ts:8: Unexpected keyword or identifier.');
  }, 60_000);
});
