import { memberName, parseFields } from '../../../lib/cli/model/parse-fields';

/** The field in short: `code: DataType.STRING(20) as string, unique`. */
function shortly(text: string): readonly string[] {
  return parseFields(text).map((field) => {
    const marks = ['isKey', 'isUnique', 'isSearchable', 'isRequired', 'isHidden', 'isReadOnly'] as const;
    const set = marks.filter((mark) => field[mark]).map((mark) => mark.slice(2).toLowerCase());
    const fallback = field.default === undefined ? [] : [`default ${field.default}`];
    return [`${field.name}: ${field.type.column} as ${field.type.member}`, ...set, ...fallback].join(', ');
  });
}

describe('parseFields()', () => {
  it.each<[text: string, fields: readonly string[]]>([
    ['', []],
    [' , ,', []],
    ['name', ['name: DataType.STRING as string']],
    ['name:', ['name: DataType.STRING as string']],
    [' unit_price : decimal ', ['unitPrice: DataType.DECIMAL(10, 2) as string']],
    [
      'price:decimal(12, 4),UnitPrice',
      ['price: DataType.DECIMAL(12, 4) as string', 'unitPrice: DataType.STRING as string'],
    ],
    ['total:decimal(8)', ['total: DataType.DECIMAL(8, 2) as string']],
    ['code:string(20):key', ['code: DataType.STRING(20) as string, key, unique, required']],
    ['note:text:readOnly', ['note: DataType.TEXT as string, readonly']],
    ['count:integer:default=-1.5', ['count: DataType.INTEGER as number, required, default -1.5']],
    ['open:boolean:default=true:hidden', ['open: DataType.BOOLEAN as boolean, required, hidden, default true']],
    ["name:string:default=it's", ["name: DataType.STRING as string, required, default 'it\\'s'"]],
    ['name:string:default=', ["name: DataType.STRING as string, required, default ''"]],
    ['name:string:default=a=b', ["name: DataType.STRING as string, required, default 'a=b'"]],
    [
      'state:enum( open | closed ):default=closed',
      ["state: DataType.ENUM('open', 'closed') as 'open' | 'closed', required, default 'closed'"],
    ],
    ['big:bigint:searchable', ['big: DataType.BIGINT as number | string, searchable']],
    [
      'at:instant,day:date,data:json',
      ['at: DataType.DATE as Date', 'day: DataType.DATEONLY as string', 'data: DataType.JSON as unknown'],
    ],
  ])('reads "%s"', (text, fields) => {
    expect(shortly(text)).toEqual(fields);
  });

  it.each([
    ['name,note,name:text', 'The field "name" is declared twice: rename one of the two.'],
    ['unit_price,unitPrice', 'The field "unitPrice" is declared twice: rename one of the two.'],
    ['2nd', '"2nd" is not a field name: use letters and digits, as in unitPrice.'],
    ['unit-price', '"unit-price" is not a field name: use letters and digits, as in unitPrice.'],
    ['größe', '"größe" is not a field name: use letters and digits, as in unitPrice.'],
    ['created_at:date', 'The field name "createdAt" is taken by BaseDomain: choose another name.'],
    ['save', 'The field name "save" is taken by BaseDomain: choose another name.'],
    ['constructor', 'The field name "constructor" is taken by BaseDomain: choose another name.'],
    ['name:strin', 'The field "name" has the unknown type "strin". Known types: string, text,'],
    ['name:toString', 'The field "name" has the unknown type "toString".'],
    ['name:string(0)', 'The field "name" has the invalid type "string(0)": write string(20).'],
    ['name:string(20,2)', 'The field "name" has the invalid type "string(20,2)": write string(20).'],
    ...['decimal(0)', 'decimal(1)', 'decimal(5,6)', 'decimal(66,2)', 'decimal(40,31)'].map((type): [string, string] => [
      `price:${type}`,
      `The field "price" has the invalid type "${type}": a decimal has 1 to 65 digits, of which 30 at most follow the point, as in decimal(10,2).`,
    ]),
    ['price:decimal(1,2,3)', 'The field "price" has the invalid type "decimal(1,2,3)": write decimal(10,2).'],
    ['count:integer(11)', 'The field "count" has the invalid type "integer(11)": write integer.'],
    ['state:enum', 'The enum "state" needs distinct values of letters, digits, "-" and "_", as in enum(open|closed).'],
    ['state:enum(a|a)', 'The enum "state" needs distinct values'],
    ["state:enum(a|it's)", 'The enum "state" needs distinct values'],
    ['name:string:uniqe', 'The field "name" has the unknown mark "uniqe". Known marks: unique, searchable,'],
    ['note:text:searchable', 'The field "note" is text, which can be neither searchable nor unique: make it a string.'],
    ['data:json:key', 'The field "data" is json, which can be neither searchable nor unique: make it a string.'],
    ['note:text:default=x', 'The field "note" is text, which cannot have a default.'],
    ['state:enum(a|b):default=c', 'The default of "state" must be one of its values: a, b.'],
    ['count:integer:default=', 'The default "" of "count" is not a valid integer.'],
    ['count:double:default=many', 'The default "many" of "count" is not a valid double.'],
    ['open:boolean:default=1', 'The default "1" of "open" is not a valid boolean.'],
    ['name:required:hidden', 'The field "name" has the unknown type "required".'],
    [
      'name:string:required:hidden',
      'The field "name" is required, but no request can set it: add a default, as in name:…:default=VALUE.',
    ],
    ['code:string:key:read-only', 'The field "code" is required, but no request can set it'],
  ])('rejects "%s"', (text, message) => {
    expect(() => parseFields(text)).toThrow(message);
  });
});

describe('memberName()', () => {
  it.each([
    ['order_items', 'orderItems'],
    ['OrderItems', 'orderItems'],
    ['customerURL', 'customerUrl'],
    ['line2_total', 'line2Total'],
  ])('makes %s the member %s', (written, name) => {
    expect(memberName(written)).toBe(name);
  });
});
