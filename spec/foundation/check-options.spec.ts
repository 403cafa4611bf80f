import { CodedError, checkOptions, type OptionKinds, SeveralMistakes } from '../../lib/foundation';

const KNOWN = {
  hidden: 'names',
  embed: 'flag',
  name: 'name',
  size: 'number',
  parts: 'list',
  marks: 'functions',
  more: 'options',
  call: 'function',
  key: 'nameOrOptions',
  root: 'flagOrOptions',
  searchable: 'namesOrOptions',
  schema: 'any',
} as const satisfies OptionKinds;

const check = (options: unknown) => () => checkOptions(options, KNOWN, 'describeModel(Order)');

describe('checkOptions()', () => {
  it('accepts known options with values of their types, and undefined for any', () => {
    const options = { hidden: ['a'], embed: false, name: 'a', size: 1, parts: [1], marks: [() => 1], more: {} };

    expect(check(undefined)).not.toThrow();
    expect(check({ ...options, call: () => 1, key: 'id', root: true, searchable: [], schema: null })).not.toThrow();
    expect(check({ key: { field: 'id' }, root: {}, searchable: { a: true } })).not.toThrow();
    expect(check({ embed: undefined, unknown: undefined })).not.toThrow();
  });

  it.each([
    ['hiden', ' Did you mean "hidden"?'],
    ['colour', ''],
    ['constructor', ''],
  ])('rejects the unknown option %s', (name, hint) => {
    expect(check({ [name]: true })).toThrow(
      `Unknown option "${name}" of describeModel(Order).${hint} Known options: ${Object.keys(KNOWN).join(', ')}.`,
    );
    expect(() => checkOptions({ [name]: true }, {}, '@Hidden on Order.code')).toThrow('Known options: none.');
  });

  it.each<[object, string]>([
    [{ hidden: 'password' }, 'The option "hidden" of describeModel(Order) is "password": write a list of texts.'],
    [{ hidden: [1] }, 'is an array: write a list of texts.'],
    [{ embed: 'false' }, 'is "false": write true or false.'],
    [{ name: 1 }, 'is 1: write a text.'],
    [{ size: '1' }, 'is "1": write a number.'],
    [{ parts: {} }, 'is an object literal: write a list.'],
    [{ marks: [{}] }, 'is an array: write a list of decorators.'],
    [{ more: [] }, 'is an array: write an object literal.'],
    [{ call: null }, 'is null: write a function.'],
    [{ key: ['id'] }, 'is an array: write a text or an object literal.'],
    [{ root: 'true' }, 'is "true": write true, false or an object literal.'],
    [{ searchable: 'code' }, 'is "code": write a list of texts, or an object literal.'],
  ])('rejects a value of another type: %j', (options, message) => {
    expect(check(options)).toThrow(message);
  });

  it.each<[unknown, string]>([
    ['ignoreCase', '"ignoreCase"'],
    [['a'], 'an array'],
    [null, 'null'],
    [class Order {}, 'the class Order'],
  ])('rejects options that are no object: %p', (options, given) => {
    expect(check(options)).toThrow(`The options of describeModel(Order) are ${given}: write an object literal.`);
  });

  it('reports several mistakes together, each with its code', () => {
    expect(check({ hiden: [], embed: 1 })).toThrow(SeveralMistakes);
    try {
      check({ hiden: [], embed: 1 })();
    } catch (error) {
      expect((error as SeveralMistakes).mistakes.map((mistake) => (mistake as CodedError<string>).code)).toEqual([
        'OPTION_UNKNOWN',
        'OPTION_INVALID',
      ]);
    }
    expect.assertions(2);
  });
});
