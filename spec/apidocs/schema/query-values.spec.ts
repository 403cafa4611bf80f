import { queryValue } from '../../../lib/apidocs/schema/query-values';
import { codecOf } from '../../../lib/rest';
import type { FieldType } from '../../../lib/values';

const UNSIGNED: readonly (readonly [string, FieldType])[] = [
  ['an unsigned decimal', { kind: 'decimal', precision: 6, scale: 2, isUnsigned: true }],
  ['an unsigned BIGINT', { kind: 'integer', min: 0n, max: 2n ** 64n - 1n }],
];
const TEXTS = ['0', '-0', '-00', '7', '-7', '007', '1e3', ' 7', '', '-', '7.'];
const DECIMALS = ['1.50', '-1.50', '-0.00', '-0.10', '0.5', '1.505', '12345'];

describe('The pattern of a query parameter', () => {
  it.each(UNSIGNED)('of %s matches what the request accepts', (_, type) => {
    const pattern = new RegExp(queryValue(type).pattern!, 'u');
    const texts = type.kind === 'decimal' ? [...TEXTS, ...DECIMALS] : TEXTS;

    const accepted = texts.filter((text) => 'value' in codecOf(type).read(text));

    expect(accepted).toContain('-0');
    expect(accepted).not.toContain('-7');
    expect(texts.filter((text) => pattern.test(text))).toEqual(accepted);
  });
});
