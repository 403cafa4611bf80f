import { readdirSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { QueryTypes } from 'sequelize';
import { Application, Generated, type Request, Resource, type Response, UnprocessableEntityException } from '../../lib';
import type { RawBody } from '../../lib/doors/core';
import type { DomainSequelize } from '../../lib/persistence/statements/domain-sequelize';
import { type DocumentedOperation, documentOf, sourceOf } from '../support/document-of';
import { Leaflet, Page, Paper, papers, Receipt, Stamp } from '../support/domain/papers';
import { bytesFrom } from '../support/seed';
import { type ApiResponse, type Served, serve } from '../support/serve-shop';
import { statementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

const MIB = 1024 * 1024;

const bytesOf = (length: number) => bytesFrom(length, length);

let served: Served;

beforeAll(async () => {
  served = await serve(papers, { Class: Application, settings: { limits: { upload: 18 * MIB } } });
});
afterAll(() => served.stop());

interface Bytes {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

async function transfer(method: string, path: string, headers = {}, body?: Buffer | string): Promise<Bytes> {
  const response = await fetch(served.address + path, { method, headers, body: body as never });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const put = (path: string, type: string, body: Buffer | string, headers = {}) =>
  transfer('PUT', path, { 'Content-Type': type, ...headers }, body);
const get = (path: string, headers = {}) => transfer('GET', path, headers);
const problem = ({ bytes }: Bytes) => JSON.parse(bytes.toString());
const PNG = Buffer.from('89504e470d0a1a0a00ff', 'hex');

async function paper(values: Record<string, unknown> = {}): Promise<{ readonly path: string; readonly one: Paper }> {
  const one = await Paper.create({ title: 'one', ...values } as never);
  return { one, path: `/papers/${one.id}` };
}

describe('A list', () => {
  it('omits large values, and does not select them', async () => {
    const { one } = await paper({ photo: PNG, story: 'long', summary: 'short', thumb: PNG });
    let body: Record<string, unknown>[] = [];

    const statements = await statementsOf(Paper, async () => {
      body = (await served.request('GET', '/papers')).body;
    });

    expect(body.find(({ id }) => id === one.id)).toEqual({
      id: one.id,
      title: 'one',
      photo_type: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(statements.join()).not.toMatch(/photo`|story|summary|thumb|seal|draft|secret/);
  });

  it('returns those that include names, bytes as base64', async () => {
    const { one } = await paper({ photo: PNG, story: 'long' });

    const { body } = await served.request('GET', '/papers?include=id,photo,story');

    expect(body.find(({ id }: Paper) => id === one.id)).toEqual({
      id: one.id,
      photo: PNG.toString('base64'),
      story: 'long',
    });
  });

  it('omits them in nested elements, pages, and several ids', async () => {
    const { one, path } = await paper({ story: 'long' });
    await Page.create({ paperId: one.id, scan: PNG, scanType: 'image/png' });

    const { body } = await served.request('GET', `${path}?expand=pages`);
    const page = await served.request('GET', '/papers?page=1');
    const several = await served.request('GET', `${path},0`);

    expect(body).toMatchObject({ story: 'long', pages: [{ scan_type: 'image/png' }] });
    expect(body.pages[0]).not.toHaveProperty('scan');
    expect(page.body.data[0]).not.toHaveProperty('story');
    expect(several.body[0]).not.toHaveProperty('story');
  });
});

describe('GET of one entity', () => {
  it('returns long texts, and bytes that include names; the response can be sent back', async () => {
    const { path } = await paper({ photo: PNG, story: 'long', summary: 'short', seal: PNG });

    const { body } = await served.request('GET', path);
    const whole = await served.request('GET', `${path}?include=photo,seal,story`);

    expect(body).toMatchObject({ story: 'long', summary: 'short' });
    for (const name of ['photo', 'thumb', 'seal', 'draft', 'secret']) expect(body).not.toHaveProperty(name);
    expect(whole.body).toEqual({ photo: PNG.toString('base64'), seal: PNG.toString('base64'), story: 'long' });
    expect((await served.request('PUT', path, { ...body, ...whole.body })).status).toBe(200);
    expect((await served.request('PUT', path, { seal: 'AAAA' })).body.field_errors).toEqual([
      expect.objectContaining({ field: 'seal', message: 'cannot be changed' }),
    ]);
  });

  it('accepts bytes as base64 in JSON, and rejects invalid or too long ones', async () => {
    const created = await served.request('POST', '/papers', { photo: PNG.toString('base64'), draft: '' });
    const stored = await Paper.findByPk(created.body.id);
    const thumb = Buffer.alloc(256).toString('base64');
    const rejected = await served.request('POST', '/papers', {
      photo: 'no base64',
      thumb,
      seal: 'AAAA',
      secret: 'AAAA',
    });

    expect(created.status).toBe(201);
    expect(stored!.photo).toEqual(PNG);
    expect(stored!.draft).toEqual(Buffer.alloc(0));
    expect(rejected.body.field_errors).toEqual([
      { field: 'photo', message: 'must be base64' },
      { field: 'thumb', message: 'must not be longer than 255 bytes' },
      expect.objectContaining({ field: 'seal', message: 'is set by the server: leave it out' }),
      expect.objectContaining({ field: 'secret', message: expect.stringContaining('is unknown') }),
    ]);
  });
});

describe('PUT of a large value', () => {
  it('stores the body and its media type, and increments the version of the root', async () => {
    const { one, path } = await paper();

    const written = await put(`${path}/photo`, 'Image/PNG', PNG);

    expect(written.status).toBe(204);
    expect(await one.reload()).toMatchObject({ photo: PNG, photoType: 'image/png', version: 1 });
    const { status, headers, bytes } = await get(`${path}/photo`);
    expect({ status, bytes }).toEqual({ status: 200, bytes: PNG });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  it.each([0, 1, 65_536, MIB, MIB + 1, 5 * MIB + 7])('stores %d bytes and returns them', async (length) => {
    const { path } = await paper();
    const bytes = bytesOf(length);

    expect((await put(`${path}/photo`, 'application/x-some', bytes)).status).toBe(204);

    const read = await get(`${path}/photo`);
    expect(read.headers.get('content-length')).toBe(String(length));
    expect(read.bytes.equals(bytes)).toBe(true);
  });

  it('decompresses the body, within the limit', async () => {
    const { path } = await paper();
    const bytes = Buffer.alloc(2 * MIB, 'x');
    const compressed = (length: number) => gzipSync(Buffer.alloc(length, 'x'));

    expect((await put(`${path}/photo`, 'image/png', gzipSync(bytes), { 'Content-Encoding': 'gzip' })).status).toBe(204);
    expect((await get(`${path}/photo`)).bytes.equals(bytes)).toBe(true);
    expect((await put(`${path}/photo`, 'image/png', compressed(19 * MIB), { 'Content-Encoding': 'gzip' })).status).toBe(
      413,
    );
    expect((await put(`${path}/photo`, 'image/png', bytes, { 'Content-Encoding': 'gzip' })).status).toBe(400);
  });

  it('stores long texts in UTF-8, and rejects other encodings', async () => {
    const { path } = await paper();
    const text = 'Grüße 😀'.repeat(100_000);

    expect((await put(`${path}/story`, 'text/plain; charset=utf-8', text)).status).toBe(204);

    const { headers, bytes } = await get(`${path}/story`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(bytes.toString() === text).toBe(true);
    for (const [type, body, message] of [
      ['text/plain', Buffer.from([0xff, 0xfe]), 'must be text in UTF-8'],
      ['text/plain; charset=iso-8859-1', Buffer.from('x'), 'must be text in UTF-8'],
      ['text/plain', Buffer.from('a\0b'), 'must not contain the character U+0000'],
    ] as const) {
      const rejected = await put(`${path}/story`, type, body);
      expect(rejected.status).toBe(422);
      expect(problem(rejected).field_errors).toEqual([{ field: 'story', message }]);
    }
  });

  it('validates the value and its media type by columns, constraints, model validators and hooks', async () => {
    const { one, path } = await paper();
    const page = await Page.create({ paperId: one.id, scan: PNG, scanType: 'image/png' });
    const { version } = await one.reload();
    const errorsOf = async (response: Promise<Bytes>) => problem(await response).field_errors;

    expect(await errorsOf(put(`${path}/thumb`, 'image/png', Buffer.alloc(256)))).toEqual([
      { field: 'thumb', message: 'must not be longer than 255 bytes' },
    ]);
    expect(await errorsOf(put(`${path}/summary`, 'text/plain', 'x'.repeat(21)))).toEqual([
      expect.objectContaining({ field: 'summary' }),
    ]);
    expect(await errorsOf(put(`${path}/photo`, `image/${'x'.repeat(40)}`, PNG))).toEqual([
      expect.objectContaining({ field: 'photo_type', message: 'must not be longer than 40 characters' }),
    ]);
    expect(await errorsOf(put(`${path}/photo`, 'application/x-forbidden', PNG))).toEqual([
      expect.objectContaining({ field: 'photo_type' }),
    ]);
    expect((await put(`${path}/pages/${page.id}/scan`, 'image/png', 'refused')).status).toBe(500);
    expect(await page.reload()).toMatchObject({ scan: PNG, version: 0 });
    expect(await one.reload()).toMatchObject({ photo: null, version });
  });

  it('is rejected without a media type, with another than the field has, with a range, or too long', async () => {
    const { path } = await paper();

    const other = await put(`${path}/thumb`, 'image/gif', PNG);
    expect(other.status).toBe(415);
    expect(other.headers.get('accept')).toBe('image/png');
    for (const [field, accepted] of [
      ['photo', '*/*'],
      ['thumb', 'image/png'],
    ]) {
      const untyped = await put(`${path}/${field}`, 'nonsense', PNG);
      expect([untyped.status, untyped.headers.get('accept')]).toEqual([415, accepted]);
    }
    expect((await put(`${path}/photo`, 'image/png', PNG, { 'Content-Range': 'bytes 0-9/20' })).status).toBe(400);
    expect((await put(`${path}/photo`, 'image/png', Buffer.alloc(18 * MIB + 1))).status).toBe(413);
    expect((await put(`${path}/photo`, 'image/png', PNG, { 'Content-Encoding': 'zstd' })).status).toBe(415);
    expect((await get(`${path}/photo`)).status).toBe(404);
  });

  it('is not found without its entity, and rejected for several', async () => {
    const { path } = await paper();

    expect((await put(`${path},0/photo`, 'image/png', PNG)).status).toBe(400);
    expect((await put('/papers/0/photo', 'image/png', PNG)).status).toBe(404);
    expect((await put('/papers/abc/photo', 'image/png', PNG)).status).toBe(404);
    expect((await get(`${path}/photo`)).status).toBe(404);
  });
});

/** In bytes: 16 MiB on MariaDB, 64 MiB on MySQL, unless the server is configured otherwise. */
async function longestStatement(): Promise<number> {
  if (dialect === 'sqlite') return Infinity;
  const sql = 'SELECT @@max_allowed_packet AS bytes';
  const [row] = await Paper.sequelize!.query<{ bytes: number }>(sql, { type: QueryTypes.SELECT });
  return Number(row!.bytes);
}

describe('PUT of a large value to the database', () => {
  it('is rejected when the database server accepts no statement of that length', async () => {
    const { one, path } = await paper();

    const isTooLong = 17 * MIB > (await longestStatement());

    const { status } = await put(`${path}/photo`, 'image/png', Buffer.alloc(17 * MIB));

    expect(status).toBe(isTooLong ? 413 : 204);
    await one.reload();
    expect(one.photo === null).toBe(isTooLong);
  });

  it('writes a class without code of its own in the same way', async () => {
    const one = await Leaflet.create({ title: 'one' });
    const path = `/leaflets/${one.id}`;

    for (const length of [10, 300_000, 2 * MIB]) {
      const bytes = bytesOf(length);
      expect((await put(`${path}/photo`, 'image/png', bytes)).status).toBe(204);
      expect((await get(`${path}/photo`)).bytes.equals(bytes)).toBe(true);
    }
    const text = "'\\ü".repeat(500_000);
    expect((await put(`${path}/story`, 'text/plain', text)).status).toBe(204);
    expect((await get(`${path}/story`)).bytes.toString() === text).toBe(true);
    expect(await one.reload()).toMatchObject({ version: 4 });
  });

  it('does not read the bytes when another field is updated', async () => {
    const one = await Leaflet.create({ title: 'one', photo: PNG });

    const statements = await statementsOf(Leaflet, async () => {
      expect((await served.request('PUT', `/leaflets/${one.id}`, { title: 'two' })).body.title).toBe('two');
      expect((await served.request('PUT', `/leaflets/${one.id},0`, { title: 'three' })).status).toBe(200);
    });

    expect(statements.join()).not.toContain('photo');
    expect(await one.reload()).toMatchObject({ title: 'three', photo: PNG, version: 2 });
  });
});

describe('PUT of a large value with If-Match', () => {
  it('is written only while the condition holds', async () => {
    const { path } = await paper();
    expect((await put(`${path}/photo`, 'image/png', PNG, { 'If-Match': '*' })).status).toBe(412);
    expect((await put(`${path}/photo`, 'image/png', PNG, { 'If-None-Match': '*' })).status).toBe(204);
    const second = await put(`${path}/photo`, 'image/png', PNG, { 'If-None-Match': '*' });
    expect([second.status, problem(second).detail]).toEqual([
      412,
      'The value already exists, but If-None-Match requires a new one.',
    ]);
    const tag = (await get(`${path}/photo`)).headers.get('etag')!;

    expect((await put(`${path}/photo`, 'image/png', 'two', { 'If-None-Match': `"x", ${tag}` })).status).toBe(412);
    expect((await put(`${path}/photo`, 'image/png', 'two', { 'If-None-Match': 'x' })).status).toBe(400);
    expect((await put(`${path}/photo`, 'image/png', 'two', { 'If-Match': tag })).status).toBe(204);
    expect((await put(`${path}/photo`, 'image/png', 'three', { 'If-Match': tag })).status).toBe(412);
    expect((await get(`${path}/photo`)).bytes.toString()).toBe('two');
  });

  it('also accepts the ETag of the aggregate, read from any path', async () => {
    const { path } = await paper();
    const read = async () => (await served.request('GET', path)).headers.get('etag')!;
    const stale = await read();
    const ifMatch = (tag: string) => ({ 'If-Match': tag });

    // The entity exists, without a value.
    const mustBeNew = { ...ifMatch(stale), 'If-None-Match': '*' };
    expect((await put(`${path}/photo`, 'image/png', PNG, mustBeNew)).status).toBe(204);
    const rejected = await put(`${path}/photo`, 'image/png', 'two', ifMatch(stale));
    const current = rejected.headers.get('etag')!;
    expect([rejected.status, current]).toEqual([412, expect.stringMatching(/^"\d+-\.none"$/)]);
    expect((await put(`${path}/photo`, 'image/png', 'two', ifMatch(`W/${current}`))).status).toBe(412);
    expect((await put(`${path}/photo`, 'image/png', 'two', ifMatch(`"other", ${current}`))).status).toBe(204);
    const ofValue = (await get(`${path}/photo`)).headers.get('etag')!;
    expect((await put(`${path}/photo`, 'image/png', 'three', ifMatch(`${stale}, ${ofValue}`))).status).toBe(204);
    expect((await transfer('DELETE', `${path}/photo`, ifMatch(stale))).status).toBe(412);
    expect((await transfer('DELETE', `${path}/photo`, ifMatch(await read()))).status).toBe(204);
    expect((await put('/papers/0/photo', 'image/png', PNG, ifMatch(stale))).status).toBe(404);
  });

  it('accepts the ETag of the root for a child', async () => {
    const { one, path } = await paper();
    const page = await Page.create({ paperId: one.id, scan: Buffer.from('one'), scanType: 'image/png' });
    const scan = `${path}/pages/${page.id}/scan`;
    const tag = (await served.request('GET', path)).headers.get('etag')!;

    expect((await put(scan, 'image/png', PNG, { 'If-Match': tag })).status).toBe(204);
    expect((await put(scan, 'image/png', 'two', { 'If-Match': tag })).status).toBe(412);
    expect((await get(scan)).bytes).toEqual(PNG);
  });

  it('leaves no temporary files, after complete and aborted requests', async () => {
    const { path } = await paper();
    const ours = () => readdirSync(tmpdir()).filter((name) => /^koaggregate-[\da-f]{8}-/.test(name));

    expect((await put(`${path}/photo`, 'image/png', bytesOf(2 * MIB))).status).toBe(204);
    await brokenOff(`${served.address}${path}/photo`);

    // Other processes may have temporary files for a moment, too.
    const seen = ours();
    const left = () => ours().filter((name) => seen.includes(name));
    for (let tries = 0; left().length > 0 && tries < 50; tries++) await setTimeout(100);
    expect(left()).toEqual([]);
    expect((await get(`${path}/photo`)).bytes).toHaveLength(2 * MIB);
  });
});

function brokenOff(url: string): Promise<void> {
  return new Promise((resolve) => {
    const request = send(url, { method: 'PUT', headers: { 'Content-Type': 'image/png', 'Content-Length': 2 * MIB } });
    request.on('error', () => resolve());
    request.write(bytesOf(MIB), () => void setTimeout(50).then(() => request.destroy()));
  });
}

describe('GET of a large value', () => {
  const TEXT = '0123456789';

  it('responds 206 to a range, 416 to an unsatisfiable one, and the whole to several or invalid ones', async () => {
    const { path } = await paper({ story: TEXT });
    const tag = (await get(`${path}/story`)).headers.get('etag')!;

    for (const [range, part, text] of [
      ['bytes=0-3', '0-3', '0123'],
      ['bytes=7-', '7-9', '789'],
      ['bytes=-2', '8-9', '89'],
      ['bytes=-99', '0-9', TEXT],
      ['bytes=8-99', '8-9', '89'],
    ]) {
      const { status, headers, bytes } = await get(`${path}/story`, { Range: range });
      expect({ status, text: bytes.toString() }).toEqual({ status: 206, text });
      expect(headers.get('content-range')).toBe(`bytes ${part}/10`);
      expect(headers.get('etag')).toBe(tag);
    }
    for (const range of ['bytes=10-', 'bytes=99-100', 'bytes=-0']) {
      const { status, headers } = await get(`${path}/story`, { Range: range });
      expect({ status, range: headers.get('content-range') }).toEqual({ status: 416, range: 'bytes */10' });
    }
    for (const range of ['bytes=0-1,3-4', 'lines=0-1', 'bytes=5-2', 'bytes=x-']) {
      expect(await get(`${path}/story`, { Range: range })).toMatchObject({ status: 200, bytes: Buffer.from(TEXT) });
    }
  });

  it('returns a range across chunks, and reads only the requested bytes', async () => {
    const bytes = bytesOf(3 * MIB);
    const { path } = await paper({ photo: bytes });
    const from = MIB - 5;
    const to = 2 * MIB + 9;

    const part = await get(`${path}/photo`, { Range: `bytes=${from}-${to}` });
    const statements = await statementsOf(Paper, () => get(`${path}/photo`, { Range: 'bytes=-3' }));

    expect(part.bytes.equals(bytes.subarray(from, to + 1))).toBe(true);
    expect(statements).toHaveLength(2);
    expect(statements[0]).toMatch(/LENGTH/);
    expect(statements[1]).toContain(`, ${3 * MIB - 2}, 3)`);
  });

  it('responds 404 without a value or an entity, and to HEAD and OPTIONS as other routes do', async () => {
    const { path } = await paper({ story: TEXT });
    const head = await transfer('HEAD', `${path}/story`);

    expect(problem(await get(`${path}/photo`)).detail).toBe('The Paper has no photo.');
    expect((await get('/papers/0/photo')).status).toBe(404);
    expect(head.bytes).toHaveLength(0);
    expect(Object.fromEntries(head.headers)).toMatchObject({ 'content-length': '10', etag: expect.any(String) });
    expect((await transfer('OPTIONS', `${path}/photo`)).headers.get('allow')).toBe('DELETE, GET, HEAD, OPTIONS, PUT');
    expect((await transfer('POST', `${path}/photo`)).status).toBe(405);
    expect((await served.request('GET', `${path}/story?page=1`)).status).toBe(400);
  });

  it('is aborted when the row changes between two chunks', async () => {
    const { one, path } = await paper({ photo: bytesOf(5 * MIB) });

    const database = Paper.sequelize as DomainSequelize;
    const select = database.selectRows.bind(database);
    let pieces = 0;
    const reading = jest.spyOn(database, 'selectRows').mockImplementation(async (sql, ...more) => {
      if (sql.includes('SUBSTR(') && ++pieces === 3) {
        await Paper.update({ title: 'other', version: one.version + 1 } as never, { where: { id: one.id } });
      }
      return select(sql, ...more);
    });

    const received = await new Promise<{ complete: boolean; size: number }>((resolve) => {
      send(`${served.address}${path}/photo`, (response) => {
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        response.on('close', () => resolve({ complete: response.complete, size }));
        response.on('error', () => undefined);
      }).end();
    });
    reading.mockRestore();

    expect(pieces).toBe(3);
    expect(received.complete).toBe(false);
    expect(received.size).toBeLessThan(5 * MIB);
  });

  it('prevents browsers from running uploaded content', async () => {
    const { path } = await paper();
    const headersOf = async (type: string) => {
      await put(`${path}/photo`, type, '<script>alert(1)</script>');
      const { headers } = await get(`${path}/photo`);
      return Object.fromEntries(headers);
    };

    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'application/pdf', 'text/xml']) {
      expect(await headersOf(type)).toMatchObject({
        'content-type': type,
        'content-disposition': 'attachment; filename="photo"',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
    }
    expect(await headersOf('image/png')).toMatchObject({ 'content-disposition': 'inline; filename="photo"' });
  });

  it('sends a media type that was written as JSON only if it is valid', async () => {
    const { path } = await paper({ photo: PNG, photoType: 'text/html\r\nX-Injected: 1' });

    const { status, headers } = await get(`${path}/photo`);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-injected')).toBeNull();
  });
});

describe('GET of a large value on a condition', () => {
  it('sends a part, the whole or nothing by If-Range, If-None-Match and If-Match', async () => {
    const { path } = await paper({ story: '0123456789' });
    const tag = (await get(`${path}/story`)).headers.get('etag')!;

    expect((await get(`${path}/story`, { Range: 'bytes=0-3', 'If-Range': tag })).status).toBe(206);
    expect((await get(`${path}/story`, { Range: 'bytes=0-3', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get(`${path}/story`, { 'If-None-Match': tag })).status).toBe(304);
    expect((await get(`${path}/story`, { 'If-Match': '"other"' })).status).toBe(412);
  });
});

describe('DELETE of a large value', () => {
  it('removes the value and its media type, and keeps the entity', async () => {
    const { one, path } = await paper({ photo: PNG, photoType: 'image/png' });

    expect((await transfer('DELETE', `${path}/photo`)).status).toBe(204);

    expect(await one.reload()).toMatchObject({ photo: null, photoType: null, version: 1, title: 'one' });
    expect((await transfer('DELETE', `${path}/photo`)).status).toBe(204);
    expect((await transfer('DELETE', '/papers/0/photo')).status).toBe(404);
  });
});

describe('The routes of large values', () => {
  it('depend on the annotations of the field', async () => {
    const { path } = await paper({ seal: PNG, draft: PNG, secret: PNG });
    const allow = async (name: string) => (await transfer('OPTIONS', `${path}/${name}`)).headers.get('allow');

    expect(await allow('seal')).toBe('GET, HEAD, OPTIONS');
    expect(await allow('draft')).toBe('DELETE, OPTIONS, PUT');
    expect(await allow('secret')).toBeNull();
    expect(await allow('title')).toBeNull();
  });

  it('exist below collections, but only under the root of the child', async () => {
    const { one, path } = await paper();
    const page = await Page.create({ paperId: one.id, scan: PNG, scanType: 'image/png' });
    const { version } = await one.reload();
    const other = await paper();
    const scan = `/pages/${page.id}/scan`;

    expect((await get(path + scan)).bytes).toEqual(PNG);
    expect((await get(other.path + scan)).status).toBe(404);
    expect((await put(other.path + scan, 'image/gif', 'other')).status).toBe(404);
    expect((await put(path + scan, 'image/gif', 'new')).status).toBe(204);
    expect(await page.reload()).toMatchObject({ scan: Buffer.from('new'), scanType: 'image/gif', version: 1 });
    expect(await one.reload()).toMatchObject({ version: version + 1 });
    expect((await transfer('DELETE', path + scan)).headers.get('allow')).toBe('GET, HEAD, OPTIONS, PUT');
  });

  it('depend on the flags of the collection, and have no ETag in a class without a version', async () => {
    const { one, path } = await paper();
    const bytes = bytesOf(2 * MIB);
    const stamp = await Stamp.create({ paperId: one.id, print: bytes } as never);
    const print = `${path}/stamps/${stamp.id}/print`;

    const read = await get(print);

    expect(read.bytes.equals(bytes)).toBe(true);
    expect(read.headers.get('etag')).toBeNull();
    expect((await put(print, 'image/png', PNG)).status).toBe(405);
  });

  it('are listed with their names', async () => {
    const { body } = await served.request('GET', '/admin/routes/papers');
    const names = body.filter(({ path }: { path: string }) => /photo|scan/.test(path));

    expect(names.map(({ method, path, name }: Record<string, string>) => `${method} ${path} ${name}`)).toEqual([
      'DELETE /papers/{id}/photo deletePaperPhoto',
      'GET /papers/{id}/photo readPaperPhoto',
      'PUT /papers/{id}/photo updatePaperPhoto',
      'DELETE /papers/{id}/receipt/scan deletePaperReceiptScan',
      'GET /papers/{id}/receipt/scan readPaperReceiptScan',
      'PUT /papers/{id}/receipt/scan updatePaperReceiptScan',
      'GET /papers/{paper_id}/pages/{id}/scan readPaperPageScan',
      'PUT /papers/{paper_id}/pages/{id}/scan updatePaperPageScan',
    ]);
  });
});

describe('The large value of a single child', () => {
  it('is read, written and deleted below its parent, and not found without the child', async () => {
    const { path } = await paper();
    expect((await get(`${path}/receipt/scan`)).status).toBe(404);
    expect((await put(`${path}/receipt/scan`, 'image/png', PNG)).status).toBe(404);
    expect(await Receipt.count()).toBe(0);
    await served.request('PUT', `${path}/receipt`, {});

    expect((await get(`${path}/receipt/scan`)).status).toBe(404);
    expect((await put(`${path}/receipt/scan`, 'image/png', PNG)).status).toBe(204);
    const { status, bytes, headers } = await get(`${path}/receipt/scan`);
    expect([status, headers.get('content-type'), bytes.equals(PNG)]).toEqual([200, 'image/png', true]);
    const part = await get(`${path}/receipt/scan`, { Range: 'bytes=1-3' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'PNG']);
    expect((await transfer('DELETE', `${path}/receipt/scan`)).status).toBe(204);
    expect((await get(`${path}/receipt/scan`)).status).toBe(404);
    expect(await Receipt.findAll()).toMatchObject([{ scan: null, scanType: null }]);
  });

  it('is in the child by its media type, beside a large text', async () => {
    const { path } = await paper();
    const { body } = await served.request('PUT', `${path}/receipt`, { remark: 'paid' });

    await put(`${path}/receipt/scan`, 'image/png', PNG);

    expect((await get(`${path}/receipt/remark`)).bytes.toString()).toBe('paid');
    expect((await served.request('GET', `${path}/receipt`)).body).toEqual({
      ...body,
      scan_type: 'image/png',
      updated_at: expect.any(String),
    });
  });

  it('is written as an update of the child, which increments the version of the root', async () => {
    const { one, path } = await paper();
    await served.request('PUT', `${path}/receipt`, {});
    const { version } = await one.reload();

    const written = await put(`${path}/receipt/scan`, 'image/png', PNG);
    const stale = await put(`${path}/receipt/scan`, 'image/png', 'x', { 'If-Match': '"other"' });
    const next = await put(`${path}/receipt/scan`, 'image/png', 'x', { 'If-Match': written.headers.get('etag')! });

    expect([written.status, stale.status, next.status]).toEqual([204, 412, 204]);
    expect((await one.reload()).version).toBe(version + 2);
  });

  it('is not found below a missing parent, and has routes for one parent only', async () => {
    expect((await get('/papers/999999/receipt/scan')).status).toBe(404);
    expect((await put('/papers/x/receipt/scan', 'image/png', PNG)).status).toBe(404);
    expect((await get('/papers/1,2/receipt/scan')).status).toBe(400);
  });
});

describe('The ETag of PUT', () => {
  it('is that of a later GET', async () => {
    const { path } = await paper();
    const { body } = await served.request('POST', `${path}/pages`, { scan: PNG.toString('base64') });
    await served.request('PUT', `${path}/receipt`, {});
    const leaflet = await Leaflet.create({});

    for (const value of [
      `${path}/photo`,
      `${path}/story`,
      `${path}/pages/${body.id}/scan`,
      `${path}/receipt/scan`,
      `/leaflets/${leaflet.id}/photo`,
      `/leaflets/${leaflet.id}/story`,
    ]) {
      const type = value.endsWith('story') ? 'text/plain; charset=utf-8' : 'image/png';
      const first = await put(value, type, 'Grüße');
      const tag = (await get(value)).headers.get('etag');
      expect([value, first.headers.get('etag')]).toEqual([value, tag]);
      const again = await put(value, type, 'Grüße');
      expect([value, again.headers.get('etag')]).toEqual([value, (await get(value)).headers.get('etag')]);
      const longer = await put(value, type, 'Grüße!', { 'If-Match': again.headers.get('etag')! });
      expect([value, longer.status]).toEqual([value, 204]);
      expect([value, longer.headers.get('etag')]).toEqual([value, (await get(value)).headers.get('etag')]);
    }
  });

  it('is not sent when a hook has changed the bytes', async () => {
    const { path } = await paper();
    const { body } = await served.request('POST', `${path}/pages`, { scan: PNG.toString('base64') });

    const { status, headers } = await put(`${path}/pages/${body.id}/scan`, 'image/png', 'padded ');

    expect([status, headers.get('etag')]).toEqual([204, null]);
    expect((await get(`${path}/pages/${body.id}/scan`)).bytes.toString()).toBe('padded');
  });
});

describe('A multipart form', () => {
  const form = (fields: Record<string, string | Blob>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  const post = async (path: string, method: string, fields: Record<string, string | Blob>) => {
    const response = await fetch(served.address + path, { method, body: form(fields) });
    return { status: response.status, body: (await response.json()) as ApiResponse['body'] };
  };
  const file = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type });

  it('creates an entity with files, each with its media type', async () => {
    const bytes = bytesOf(3 * MIB);

    const { status, body } = await post('/papers', 'POST', {
      title: 'form',
      photo: file(bytes, 'image/webp'),
      story: file(Buffer.from('Grüße'), 'text/plain'),
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({ title: 'form', photo_type: 'image/webp', story: 'Grüße' });
    expect((await Paper.findByPk(body.id))!.photo!.equals(bytes)).toBe(true);
  });

  it('prefers the media type field of the payload to that of the file, and sets a read-only one', async () => {
    const { path } = await paper();

    const own = await post('/papers', 'POST', { photo: file(PNG, 'image/png'), photo_type: 'image/x-own' });
    const page = await post(`${path}/pages`, 'POST', { number: '1', scan: file(PNG, 'image/png') });
    const changed = await post(`${path}/pages/${page.body.id}`, 'PUT', { scan: file(PNG, 'image/gif') });

    expect(own.body.photo_type).toBe('image/x-own');
    expect(page).toMatchObject({ status: 201, body: { scan_type: 'image/png' } });
    expect(changed).toMatchObject({ status: 200, body: { scan_type: 'image/gif' } });
  });

  it('rejects files for other fields, without echoing them', async () => {
    const { status, body } = await post('/papers', 'POST', {
      title: file(PNG, 'image/png'),
      nothing: file(PNG, 'image/png'),
      thumb: file(PNG, 'image/gif'),
    });

    expect(status).toBe(422);
    expect(body.field_errors).toEqual([
      { field: 'title', message: 'must not be a file' },
      { field: 'nothing', message: expect.stringContaining('is unknown') },
      { field: 'thumb', message: 'must be a file of image/png' },
    ]);
  });
});

describe('The OpenAPI document of large values', () => {
  it('describes the bytes of each field', () => {
    const document = documentOf(sourceOf(served.application));
    const at = (path: string) => document.paths[`/papers/{id}/${path}`] as Record<string, DocumentedOperation>;

    expect(Object.keys(at('photo').put!.requestBody.content)).toEqual(['*/*']);
    expect(at('thumb').put!.requestBody.content).toEqual({
      'image/png': { schema: { type: 'string', format: 'binary', contentMediaType: 'image/png' } },
    });
    expect(Object.keys(at('thumb').get!.responses)).toEqual(
      expect.arrayContaining(['200', '206', '304', '404', '412', '416']),
    );
    expect(Object.keys(at('story').get!.responses[200].content)).toEqual(['text/plain']);
    expect(at('seal').put).toBeUndefined();
    expect(document.components.schemas!.Paper.properties.photo).toMatchObject({
      format: 'byte',
      contentEncoding: 'base64',
    });
  });
});

describe('The OpenAPI document of a form', () => {
  it('has large values as files, and all other fields as in JSON', () => {
    const { paths, components } = documentOf(sourceOf(served.application));
    const schemas = components.schemas!;
    const bodyOf = (path: string, method: string) => {
      const { requestBody } = (paths[path] as Record<string, DocumentedOperation>)[method]!;
      const { $ref } = requestBody as unknown as { readonly $ref?: string };
      return $ref ? components.requestBodies![$ref.split('/').at(-1)!]! : requestBody;
    };
    const formOf = (path: string, method: string) => {
      const { schema } = bodyOf(path, method).content['multipart/form-data'];
      return schemas[schema.$ref.split('/').at(-1)];
    };

    const created = formOf('/papers', 'post').properties;
    expect(created).toMatchObject({
      photo: { type: 'string', format: 'binary' },
      thumb: { type: 'string', format: 'binary', contentMediaType: 'image/png' },
      story: { type: ['string', 'null'] },
    });
    expect(created.photo).not.toHaveProperty('pattern');
    expect(created.title).toEqual(schemas.PaperCreate.properties.title);
    expect(schemas.PaperCreate.properties.photo).toMatchObject({ contentEncoding: 'base64' });
    expect(formOf('/papers/{id}', 'put').properties.photo).toEqual({ type: 'string', format: 'binary' });
    expect(formOf('/papers/{paper_id}/pages', 'post').properties.scan).toEqual({ type: 'string', format: 'binary' });
    expect(JSON.stringify(bodyOf('/papers/{id}/receipt', 'put').content['multipart/form-data'])).toContain('Form');
  });
});

describe('An override of a route of a large value', () => {
  @Resource(Paper)
  class Papers extends Generated(Paper) {
    async readPaperPhoto(request: Request, response: Response) {
      await super.readPaperPhoto!(request, response);
      response.setHeader('Cache-Control', 'no-store');
    }

    async updatePaperPhoto(request: Request, response: Response) {
      const received = request.getContent() as RawBody;
      if (received.size > 3) throw new UnprocessableEntityException('too long');
      await super.updatePaperPhoto!(request, response);
    }
  }

  it('works with the result of the generated route', async () => {
    await served.stop();
    served = await serve(papers, { resources: [Papers] });
    const { path } = await paper();

    expect((await put(`${path}/photo`, 'image/png', 'long')).status).toBe(422);
    expect((await put(`${path}/photo`, 'image/png', 'abc')).status).toBe(204);
    const { headers, bytes } = await get(`${path}/photo`);
    expect({ cache: headers.get('cache-control'), text: bytes.toString() }).toEqual({ cache: 'no-store', text: 'abc' });
  });
});
