import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Container, type ContainerOptions } from '../../lib/core';
import { WITH_TYPESCRIPT } from '../support/run-node';

const projectRoot = join(__dirname, '../../samples/core-only');
const moduleRoot = join(projectRoot, 'src');
const DATABASE_MODULES = ['sequelize', 'sequelize-typescript', 'sqlite3', 'mysql2'];
const emma = { title: 'Emma', author: 'Jane Austen', published_in: 1815 };

let folder: string;
let container: Container;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koaggregate-keys-'));
  container = new Container(sampleOptions());
  await container.start();
});
afterEach(async () => {
  await container.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('samples/core-only', () => {
  it('is loaded from config/services, with the books of its plugin', async () => {
    const { status, body } = await call('GET', '/books');

    expect(container.applications.map(({ name }) => name)).toEqual(['bookshelf']);
    expect(status).toBe(200);
    expect(body).toMatchObject([{ id: 1, title: 'Middlemarch', published_in: 1871 }, { id: 2 }, { id: 3 }]);
  });

  it('lists, creates, reads, replaces and deletes a book', async () => {
    const created = await call('POST', '/books', emma);
    const { id } = created.body;

    expect(created).toMatchObject({ status: 201, body: emma });
    expect(created.headers.get('Location')).toBe(`/books/${id}`);
    expect(await call('GET', `/books/${id}`)).toMatchObject({ status: 200, body: { id, ...emma } });
    expect((await call('GET', '/books?author=Jane%20Austen')).body).toEqual([{ id, ...emma }]);

    const replaced = await call('PUT', `/books/${id}`, { title: 'Persuasion', author: 'Jane Austen' });
    expect(replaced).toMatchObject({ status: 200, body: { id, title: 'Persuasion' } });
    expect((await call('GET', `/books/${id}`)).body).not.toHaveProperty('published_in');

    expect((await call('DELETE', `/books/${id}`)).status).toBe(204);
    expect((await call('GET', `/books/${id}`)).status).toBe(404);
  });

  it('maps errors to exceptions: 404 for an unknown book, 409 for a full shelf', async () => {
    for (let free = 8 - 3; free > 0; free -= 1) await call('POST', '/books', emma);

    const full = await call('POST', '/books', emma);
    const missing = await call('GET', '/books/1e0');

    expect(full).toMatchObject({
      status: 409,
      body: { title: 'Conflict', detail: expect.stringContaining('8 books') },
    });
    expect(full.headers.get('Content-Type')).toBe('application/problem+json');
    expect(missing).toMatchObject({ status: 404, body: { detail: 'There is no book 1e0 on the shelf.' } });
  });

  it('responds to violations with 422 and field_errors, by an exception handler', async () => {
    const { status, body } = await call('POST', '/books', { title: '', published_in: 'old', pages: 3 });

    expect(status).toBe(422);
    expect(body).toEqual({
      field_errors: [
        { field: 'title', message: 'is not allowed to be empty', invalid_value: '' },
        { field: 'author', message: 'is required' },
        { field: 'published_in', message: 'must be a number', invalid_value: 'old' },
        { field: 'pages', message: 'is not allowed', invalid_value: 3 },
      ],
    });
  });

  it('responds with CSV on one route, by its RouteConfiguration, and with JSON on the others', async () => {
    const exported = await call('GET', '/books/export');
    const listed = await call('GET', '/books');

    expect(exported.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(exported.text.split('\r\n').slice(0, 2)).toEqual([
      'id,title,author,published_in',
      '1,Middlemarch,George Eliot,1871',
    ]);
    expect(listed.headers.get('Content-Type')).toBe('application/json');
  });

  it('sets Server-Timing, also for errors', async () => {
    const paths = ['/books', '/books/99', '/nowhere'];

    const responses = await Promise.all(paths.map((path) => call('GET', path)));

    expect(responses.map(({ status }) => status)).toEqual([200, 404, 404]);
    for (const { headers } of responses) expect(headers.get('Server-Timing')).toMatch(/^app;dur=\d+\.\d$/);
  });

  it('serves the same books over https, with the certificate of its bundle', async () => {
    const address = container.addresses[1]!;

    const books = JSON.parse(await secureGet(`${address}/books`));

    expect(address).toMatch(/^https:/);
    expect(books).toEqual((await call('GET', '/books')).body);
    await expect(fetch(`${address}/books`)).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    });
  });

  it('removes its books when it stops, so that the next start has only the first ones', async () => {
    await call('POST', '/books', emma);

    await container.stop();
    await container.start();

    expect((await call('GET', '/books')).body).toHaveLength(3);
  });
});

describe('koaggregate/core', () => {
  it('loads neither Sequelize nor a database driver', async () => {
    expect(await databaseModulesLoadedWith()).toEqual([]);
    expect(await databaseModulesLoadedWith('koaggregate')).toContain('sequelize');
  });
});

/** The database modules that a start of the sample loads in a process of its own. */
async function databaseModulesLoadedWith(...others: string[]): Promise<string[]> {
  const program = `
    for (const other of ${JSON.stringify(others)}) require(other);
    const { Container } = require('koaggregate/core');
    const container = new Container(${JSON.stringify(sampleOptions())});
    container.start().then(() => container.stop()).then(() => {
      const isLoaded = (name) => Object.keys(require.cache).some((file) => file.includes('/node_modules/' + name + '/'));
      console.log(JSON.stringify({ loaded: ${JSON.stringify(DATABASE_MODULES)}.filter(isLoaded) }));
    });`;
  const options = [...WITH_TYPESCRIPT, '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, options);
  return JSON.parse(stdout.trim().split('\n').at(-1)!).loaded;
}

function sampleOptions(): ContainerOptions {
  const ssl = { certFile: join(folder, 'certificate.pem'), keyFile: join(folder, 'key.pem') };
  const connectors = [
    { port: 0, scheme: 'http' },
    { port: 0, scheme: 'https', ssl },
  ];
  return { projectRoot, moduleRoot, configuration: { server: { connectors } } };
}

async function call(method: string, path: string, content?: object) {
  const headers = content ? { 'Content-Type': 'application/json' } : undefined;
  const response = await fetch(container.addresses[0] + path, { method, headers, body: JSON.stringify(content) });
  const body = await response.text();
  const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape that it expects
  const parsed: any = isJson ? JSON.parse(body) : undefined;
  return { status: response.status, headers: response.headers, text: body, body: parsed };
}

/** Accepts self-signed certificates, like `curl -k`. */
function secureGet(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpsRequest(url, { rejectUnauthorized: false }, (response) => resolve(text(response)));
    sent.on('error', reject).end();
  });
}
