import { BadRequestException, CsvSerializer, type Serializer, XmlSerializer, YamlSerializer } from '../../../lib/core';
import { ExactNumber } from '../../../lib/values';

function read(serializer: Serializer, text: string): unknown {
  return serializer.read?.(Buffer.from(text), { name: 'any/thing', parameters: {} });
}

async function collect(serializer: Serializer, elements: readonly unknown[]): Promise<string> {
  async function* stream() {
    yield* elements;
  }
  let text = '';
  for await (const chunk of serializer.writeStream?.(stream()) ?? []) text += chunk;
  return text;
}

describe('XmlSerializer', () => {
  const xml = new XmlSerializer();

  it('reads what it has written, with values as text', () => {
    const content = {
      id: 7,
      note: 'a < b & "c"\r\n',
      none: null,
      tags: ['x'],
      lines: [],
      nested: { a: [{ b: 1 }] },
      empty: {},
    };

    const text = xml.write(content);

    expect(read(xml, text)).toEqual({
      ...content,
      id: '7',
      nested: { a: [{ b: '1' }] },
    });
  });

  it('reads repeated elements, and children named item, as a list', () => {
    expect(read(xml, '<order><tag>a</tag><tag>b</tag><lines><item>1</item></lines></order>')).toEqual({
      tag: ['a', 'b'],
      lines: ['1'],
    });
    expect(read(xml, '<orders><item><id>1</id></item><item><id>2</id></item></orders>')).toEqual([
      { id: '1' },
      { id: '2' },
    ]);
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
    ['what does not close', '<a><b></a>'],
    ['no element', '  '],
    ['a second root', '<a>1</a><a>2</a>'],
    ['text behind the root', '<a/>junk'],
    ['the same attribute twice', '<a name="1" name="2"/>'],
    ['an attribute without quotes', '<a name=1/>'],
    ['a character that no document has', '<a>&#0;</a>'],
    ['such a character as it is', '<a>\u0001</a>'],
    ['an entity that is not declared', '<a>&bogus;</a>'],
    ['an ampersand alone', '<a>b & c</a>'],
    ['an element that is closed in another', '<a><b></a></b>'],
    ['text beside elements', '<a><b>1</b>2</a>'],
    ['an element that is nil and has content', '<a><b nil="true">2</b></a>'],
    ['__proto__', '<a><__proto__><x>1</x></__proto__></a>'],
    ['more than 100 levels', `${'<a>'.repeat(150)}${'</a>'.repeat(150)}`],
  ])('rejects %s with 400', (_, text) => {
    expect(() => read(xml, text)).toThrow(BadRequestException);
  });

  it('ends the message with one full stop', () => {
    expect(() => read(xml, '<a>&bogus;</a>')).toThrow(/undefined entity\.$/);
    expect(() => read(xml, '<a>')).toThrow(/unclosed tag: a\.$/);
  });

  it('streams a list', async () => {
    const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

    expect(await collect(xml, [{ id: 1 }, 'b'])).toBe(
      `${declaration}<content type="array"><item><id>1</id></item><item>b</item></content>\n`,
    );
    expect(await collect(xml, [])).toBe(`${declaration}<content type="array"></content>\n`);
  });

  it('reads a hundred thousand elements of one name in linear time', () => {
    const start = Date.now();

    expect(read(xml, `<a>${'<b/>'.repeat(100_000)}</a>`)).toMatchObject({ b: { length: 100_000 } });
    expect(Date.now() - start).toBeLessThan(4000);
  });

  it('writes an invalid element name as an attribute', () => {
    expect(xml.write({ 'a b': 1 })).toContain('<content><field name="a b">1</field></content>');
    expect(read(xml, xml.write({ 'a\n"\t&<': 'b' }))).toEqual({ 'a\n"\t&<': 'b' });
  });
});

describe('YamlSerializer', () => {
  const yaml = new YamlSerializer();

  it('reads what it has written', () => {
    const content = { id: 7, note: 'true', none: null, tags: ['x', '007'], nested: { a: [{ b: 1.5 }] } };

    expect(read(yaml, yaml.write(content))).toEqual(content);
  });

  it('reads numbers that a double cannot represent as exact numbers', () => {
    expect(read(yaml, 'a: 9007199254740993\nb: 0x1F\nc: .5\nd: .inf')).toEqual({
      a: new ExactNumber('9007199254740993'),
      b: 31,
      c: 0.5,
      d: '.inf',
    });
  });

  it.each([
    ['an alias', 'a: &x [1]\nb: *x'],
    ['a duplicate key', 'a: 1\na: 2'],
    ['__proto__', '__proto__: { x: 1 }'],
    ['what is no YAML', 'a: [1'],
    ['more than 100 levels', `${'['.repeat(150)}${']'.repeat(150)}`],
  ])('rejects %s with 400', (_, text) => {
    expect(() => read(yaml, text)).toThrow(BadRequestException);
  });
});

describe('CsvSerializer', () => {
  const csv = new CsvSerializer();

  it('reads what it has written, with values as text', () => {
    const rows = [
      { id: 1, note: 'a,"b"\nc', none: null },
      { id: 2, note: '', extra: 'x' },
    ];

    expect(read(csv, csv.write(rows))).toEqual([
      { id: '1', note: 'a,"b"\nc', none: null, extra: null },
      { id: '2', note: '', none: null, extra: 'x' },
    ]);
  });

  it('escapes formulas with an apostrophe, which reading removes', () => {
    const text = csv.write([{ a: '=1+1', b: '@x', c: -5, d: '-1.50', e: '+cmd', '=f': 1 }]);

    expect(text).toBe("a,b,c,d,e,'=f\r\n'=1+1,'@x,-5,-1.50,'+cmd,1\r\n");
    expect(read(csv, "a,b\n'=1+1,'tis\n")).toEqual([{ a: '=1+1', b: "'tis" }]);
  });

  it('escapes formulas after a line break in a field', () => {
    expect(csv.write([{ a: 'x\n=1+1', b: 'x\r@y', c: 'x\r\n-5' }])).toBe(`a,b,c\r\n"x\n'=1+1","x\r'@y","x\r\n'-5"\r\n`);
  });

  it.each([
    ['line breaks', ['a\nb', 'a\rb', 'a\r\nb', '\n', '\r', '\r\n']],
    ['quotes and commas', ['"', '""', ',', '","', "'", '\ufeff']],
    ['formulas', ['=1', "'=1", "''=1", "'-5", '-5', '\t=1', '\r=1', '\n=1', "x\n'+1", "\r'=1", "'\r'\n'=1", '\n\r\n@']],
    ['what is empty', ['', null, ' ']],
  ])('reads %s unchanged', (_, values) => {
    const rows = values.map((value) => ({ a: value, b: value }));
    const alone = values.map((value) => ({ '=a\n"': value }));

    expect(read(csv, csv.write(rows))).toEqual(rows);
    expect(read(csv, csv.write(alone))).toEqual(alone);
  });

  it('ignores blank lines if there are several columns', () => {
    expect(read(csv, '\n\na,b\n\n1,2\r\n\r\n3,4\n\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  it('writes an object as one row, with nested values as JSON', () => {
    expect(csv.write({ id: 1, tags: ['a'] })).toBe('id,tags\r\n1,"[""a""]"\r\n');
  });

  it('streams a list', async () => {
    expect(await collect(csv, [{ id: 1 }, { id: 2 }])).toBe('id\r\n1\r\n2\r\n');
  });

  it.each([
    ['a column twice', 'a,a\n1,2'],
    ['__proto__', '__proto__\n1'],
    ['a row that is too long', 'a\n1,2'],
    ['a row that is too short', 'a,b\n1'],
    ['a quote that does not close', 'a\n"1'],
  ])('rejects %s with 400', (_, text) => {
    expect(() => read(csv, text)).toThrow(BadRequestException);
  });
});
