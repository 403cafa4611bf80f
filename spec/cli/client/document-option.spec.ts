import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { koaggregateIn } from '../../support/koaggregate';

let folder: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(404, { Connection: 'close' }).end('<p>Not found</p>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'document-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('koaggregate client --document', () => {
  it.each([
    ['a file that does not exist', () => 'nothing.json', 'nothing.json does not exist.'],
    ['a folder', () => '.', '. cannot be read (EISDIR: illegal operation on a directory, read).'],
    ['a file that is not JSON', () => 'notes.md', 'notes.md is not JSON (Unexpected token '],
    ['JSON without paths', () => 'package.json', 'package.json is not an OpenAPI document: it has no "paths".'],
    [
      'a URL without a server',
      () => 'http://127.0.0.1:4/x',
      'http://127.0.0.1:4/x cannot be reached (connect ECONNREFUSED',
    ],
    ['a URL that is not found', () => `${origin}/x`, '/x responds with the status 404.'],
  ])('rejects %s, says what to pass, and writes nothing', async (_, document, message) => {
    writeFileSync(join(folder, 'notes.md'), '# Notes\n\nNone.');
    writeFileSync(join(folder, 'package.json'), '{}');

    const { code, err } = await koaggregateIn(folder, 'client', '--out', 'api', '--document', document());

    expect([code, err.split('\n')]).toEqual([1, [expect.stringContaining(message)]]);
    expect(err).toMatch(/ Pass an OpenAPI document in JSON to --document, as a file or a URL\.$/);
    expect(readdirSync(folder).sort()).toEqual(['notes.md', 'package.json']);
  });
});
