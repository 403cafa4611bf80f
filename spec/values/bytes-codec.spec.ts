import { codecOf } from '../../lib/values';

const codec = codecOf({ kind: 'bytes', maxBytes: 4 });

describe('The codec of a BLOB', () => {
  it('reads and writes base64', () => {
    expect(codec.read('AQID')).toEqual({ value: Buffer.from([1, 2, 3]) });
    expect(codec.read('')).toEqual({ value: Buffer.alloc(0) });
    expect(codec.write(Buffer.from([255, 239]))).toBe('/+8=');
    expect(codec.write('text')).toBe('dGV4dA==');
  });

  it('accepts the bytes of a file', () => {
    expect(codec.read(Buffer.from('abc'))).toEqual({ value: Buffer.from('abc') });
  });

  it.each(['A', 'AAA', '====', 'AA-_', 'AAE=\n', 7, ['AQID'], {}])('rejects %j', (json) => {
    expect(codec.read(json)).toEqual({ problem: 'must be base64' });
  });

  it('rejects more bytes than the column can store', () => {
    expect(codec.read('AAAAAAAA')).toEqual({ problem: 'must not be longer than 4 bytes' });
    expect(codec.read(Buffer.alloc(5))).toEqual({ problem: 'must not be longer than 4 bytes' });
  });
});
