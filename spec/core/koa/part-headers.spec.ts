import { MultipartSerializer } from '../../../lib/core';

describe('A part of a form', () => {
  it('may have a file name of 1,900 characters', async () => {
    const content = await read(named('b', 'd'.repeat(1900)) + named('c', 'e'.repeat(1900)));

    expect(content).toEqual({
      b: expect.objectContaining({ fileName: 'd'.repeat(1900) }),
      c: expect.objectContaining({ fileName: 'e'.repeat(1900) }),
    });
  });

  it.each([
    ['the first', named('b', 'd'.repeat(2048))],
    ['the last', named('b', '') + named('c', 'd'.repeat(2048))],
    ['one behind text in front of all', `x\r\n${named('b', 'd'.repeat(2048))}`],
    ['one that does not end', `--a\r\nContent-Disposition: ${'d'.repeat(2048)}`],
  ])('is rejected with 400 if its headers have more than 2,048 bytes: %s', async (_, parts) => {
    await expect(read(parts)).rejects.toThrow('A part of the form has more than 2048 bytes of headers.');
  });

  it('may contain a line that resembles a boundary', async () => {
    const text = `--ab\r\n${'d'.repeat(2048)}`;

    expect(await read(`--a\r\nContent-Disposition: form-data; name="b"\r\n\r\n${text}\r\n`)).toEqual({ b: text });
  });
});

function named(name: string, fileName: string): string {
  return `--a\r\nContent-Disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\nx\r\n`;
}

function read(parts: string): Promise<unknown> {
  const mediaType = { name: 'multipart/form-data', parameters: { boundary: 'a' } };
  return new MultipartSerializer().read(Buffer.from(`${parts}--a--\r\n`), mediaType);
}
