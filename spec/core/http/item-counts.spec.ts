import { CsvSerializer, YamlSerializer } from '../../../lib/core';
import type { ItemShape } from '../../../lib/core/http/item-shape';
import { countJsonItems } from '../../../lib/core/http/json-items';
import { countRecords } from '../../../lib/core/http/serializers/csv-records';
import { countXmlItems } from '../../../lib/core/http/serializers/xml-items';
import { countYamlElements } from '../../../lib/core/http/serializers/yaml-items';

const TREE: ItemShape = {
  isItem: true,
  members: new Map([['nested', { isItem: true, elements: {} }]]),
  get elements() {
    return TREE;
  },
};

describe('The count of items before a body is parsed', () => {
  it.each([
    ['{}', 0],
    ['[]', 0],
    ['[ {} , [1, 2], "a,[" ]', 5],
    ['{"nested": {}, "other": [1, 2], "text": "{\\"nested\\": [1, 2]}"}', 1],
    ['[{"nested": [1, {"nested": [1, 2]}]}, {"n\\u0065sted": [[], 0]}]', 6],
  ])('is that of the arrays and objects that count, in JSON: %s', (text, count) => {
    expect(countJsonItems(text, TREE)).toBe(count);
  });

  it.each([
    ['<c/>', 0],
    ['<c><item/><!-- <item/> --><![CDATA[<item/>]]><item a=">"><nested type="array"><x/></nested></item></c>', 3],
    ['<c><nested><a/></nested><nested><a/></nested><other><item/></other></c>', 2],
  ])('is that of the lists and elements that count, in XML: %s', (text, count) => {
    expect(countXmlItems(text, TREE)).toBe(count);
  });

  const bytesOf = (text: string) => [Buffer.from(text), { name: 'text/plain', parameters: {} }] as const;

  it.each(['', '\n\na,b\r\n\r1,2\n"""x"",\n",y"z\n\n', 'a\n\n1\r\r\n""', '"a,b"\n\n'])(
    'is that of the records in CSV: %j',
    (text) => {
      const rows = new CsvSerializer().read(...bytesOf(text)) as readonly unknown[];

      expect(Math.max(0, countRecords(text) - 1)).toBe(rows.length);
    },
  );

  it.each([
    '# x\n%YAML 1.2\n---\n- a\n-\n - b\n# - c',
    "[\"a,b\", 'c,''d', it's, 5 \"x, {a: [1,2]}, [], # no, no\n e,]",
    '[]',
    '--- [a, "\\",", [b, c]]',
    '  - a\n  - - b\n    - c\n  - |\n    - x\n',
    '- a\r- b\r',
    '[http://x, y#z]',
  ])('is that of the list in YAML: %j', (text) => {
    const elements = new YamlSerializer().read(...bytesOf(text)) as readonly unknown[];

    expect(countYamlElements(text)).toBe(elements.length);
  });

  it('takes linear time for malformed text too', () => {
    const start = Date.now();
    const many = (part: string) => part.repeat(500_000 / part.length);
    for (const text of [many(':'), many('['), many('{"a":'), `{"${many('a')}"${many(':')}`]) countJsonItems(text, TREE);
    for (const text of [many('<'), many('<a "'), many('<!--'), `<a${many(' type')}`]) countXmlItems(text, TREE);
    for (const text of [many('"'), many('",'), many('\r')]) countRecords(text);
    for (const text of [many(' '), `[${many("'")}`, `[${many('"')}`, `${many(' ')}- a`]) countYamlElements(text);

    expect(Date.now() - start).toBeLessThan(4000);
  });
});
