import { setImmediate as turn } from 'node:timers/promises';
import { openChunkStream } from '../../../lib/core/koa/chunk-stream';

const CHUNK = Buffer.alloc(4096);

describe('A stream of chunks', () => {
  it('waits for its reader, even if the source pauses between small chunks', async () => {
    let pulled = 0;
    async function* source() {
      for (; pulled < 1000; pulled++) {
        yield CHUNK;
        await turn();
      }
    }
    const stream = await openChunkStream(source());
    stream.read(0);
    for (let count = 0; count < 200; count++) await turn();

    expect(pulled).toBeLessThan(20);
    let size = 0;
    for await (const bytes of stream) size += (bytes as Buffer).length;
    expect(size).toBe(1000 * CHUNK.length);
  });
});
