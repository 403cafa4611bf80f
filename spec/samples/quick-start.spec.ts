import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplicationOptions } from '../../lib';
import { documentedExchanges } from '../support/documented-exchanges';
import { serveSample } from '../support/serve-sample';

// The sample starts when it is loaded; here its classes are served on the database under test.
jest.mock('koaggregate', () => ({ ...jest.requireActual('koaggregate'), run: jest.fn() }));
const { Application } = jest.requireActual<typeof import('../../lib')>('koaggregate');
const {
  Project,
  Task,
}: typeof import('../../samples/quick-start/src/main') = require('../../samples/quick-start/src/main');

class ProjectsApplication extends Application {
  constructor({ configuration, ...options }: ApplicationOptions) {
    const { url } = configuration!.db as { url: string };
    const db = { url, providerProperties: { 'hbm2ddl.auto': 'update' } };
    super({ ...options, domain: [Project, Task], configuration: { name: 'projects', db } });
  }
}

describe('samples/quick-start', () => {
  it('responds as README.md shows', async () => {
    const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
    const [exchange, ...others] = documentedExchanges(readme).filter(({ path }) => path === '/projects');
    const { response, ...request } = exchange!;
    const sample = await serveSample('quick-start', ProjectsApplication);

    const real = await sample.responseTo(exchange!);

    expect(others).toEqual([]);
    expect({ request, response: real }).toEqual({ request, response });
    await sample.stop();
  });

  it('serves tasks below their project, and nowhere else', async () => {
    const sample = await serveSample('quick-start', ProjectsApplication);
    const project = { name: 'Kitchen', tasks: [{ title: 'Paint the walls' }] };

    const created = await sample.request('POST', '/projects', project);
    const tasks = await sample.request('GET', `/projects/${created.body.id}/tasks`);

    expect(created).toMatchObject({ status: 201, body: project });
    expect(tasks).toMatchObject({ status: 200, body: project.tasks });
    expect(await sample.request('GET', '/tasks')).toMatchObject({ status: 404 });
    await sample.stop();
  });
});
