import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestClient } from '../../lib/testing';

/** Responds with the method, the headers and the body of a request, the body as base64. */
let echo: Server;
let address: string;
beforeAll(async () => {
  echo = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method, headers } = request;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ method, headers, body: Buffer.concat(parts).toString('base64') }));
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
});
afterAll(() => {
  echo.closeAllConnections();
  echo.close();
});

describe('A test client', () => {
  it('sends the headers of writes with every request except GET, and calls functions for each', async () => {
    let count = 0;
    const client = new TestClient(() => address, {}, { 'If-Match': '*', 'Idempotency-Key': () => `key-${++count}` });

    const [read, first, second] = [await client.get('/'), await client.post('/', {}), await client.delete('/')];

    expect(read.body.headers).not.toHaveProperty('if-match');
    expect(first.body.headers).toMatchObject({ 'if-match': '*', 'idempotency-key': 'key-1' });
    expect(second.body.headers).toMatchObject({ 'if-match': '*', 'idempotency-key': 'key-2' });
  });

  it('prefers the headers of the request', async () => {
    const client = new TestClient(() => address, {}, { 'If-Match': '*' });

    const { body } = await client.put('/', {}, { headers: { 'if-match': '"1"' } });

    expect(body.headers['if-match']).toBe('"1"');
  });

  it('sends bytes and text as they are, and returns the bytes of the response', async () => {
    const client = new TestClient(() => address);
    const bytes = Buffer.from([0, 255, 128]);

    const sent = await client.put('/', bytes, { headers: { 'Content-Type': 'image/png' } });
    const text = await client.put('/', 'a: 1', { headers: { 'Content-Type': 'application/yaml' } });

    expect(sent.body).toMatchObject({ body: bytes.toString('base64'), headers: { 'content-type': 'image/png' } });
    expect(text.body).toMatchObject({ body: Buffer.from('a: 1').toString('base64') });
    expect(sent.bytes).toEqual(Buffer.from(sent.text));
  });
});
