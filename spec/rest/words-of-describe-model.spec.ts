import { METADATA_ERROR_CODES, MetadataError, ModelMistakes } from '../../lib/metadata';
import { PERSISTENCE_ERROR_CODES, PersistenceError } from '../../lib/persistence';
import { SECURITY_ERROR_CODES, SecurityError } from '../../lib/security';

/** `(owner, member, …)` of most messages. */
const FACTS = ['Order', 'code', 'third', 'fourth', 'fifth', 'sixth'];

/** The resource, which is no class, stands before the two classes. */
const FACTS_OF: Readonly<Record<string, readonly string[]>> = { RESOURCE_NAME_TAKEN: ['orders', 'Order', 'Purchase'] };

const MISTAKES = [
  ...METADATA_ERROR_CODES.map((code) => new MetadataError(code, ...(FACTS_OF[code] ?? FACTS))),
  ...PERSISTENCE_ERROR_CODES.map((code) => new PersistenceError(code, FACTS)),
  ...SECURITY_ERROR_CODES.map((code) => new SecurityError(code, ...FACTS)),
];

/** Codes whose author wrote decorators: of payloads and classes of BaseDomain, or of any class of the application. */
const OF_DECORATORS = [
  'ARGUMENT_CLASS_UNMARKED',
  'ARGUMENT_FIELD_UNTYPED',
  'ARGUMENT_NOT_SETTABLE',
  'ARGUMENT_ON_ENTITY',
  'ARGUMENT_SCHEMA_INVALID',
];

function worded(error: Error): Error {
  const mistakes = new ModelMistakes();
  mistakes.setAuthor('Order', 'describeModel');
  return mistakes.wordedForAuthor(error);
}

const messageOf = (code: string) => worded(MISTAKES.find((mistake) => mistake.code === code)!).message;

describe('The message of a mistake in a model with describeModel', () => {
  it('has no decorator', () => {
    const others = MISTAKES.filter(({ code }) => !OF_DECORATORS.includes(code));
    const decorated = others.filter((error) => /@[A-Z]/.test(worded(error).message));

    expect(others.length).toBeGreaterThan(150);
    expect(decorated.map(({ message }) => message)).toEqual([]);
  });

  it.each([
    [
      'ACTION_METHOD_MISSING',
      'Order.code is listed in "actions" of describeModel(Order) but is not an instance method: name a method that is neither static nor an accessor.third',
    ],
    [
      'ACTION_PARAMETER_UNTYPED',
      'Order.code takes third, whose class is not known: list a class for each parameter in "actions" of describeModel(Order), as in code: { parameters: [String, Date] }, or give the action a Joi schema for it.',
    ],
    [
      'ACTION_NOT_ON_ROOT',
      'Order.code is listed in "actions" of describeModel(Order), but Order is not an aggregate root: write root: true there, or move the method to the root and let it take the Order as a parameter.',
    ],
    [
      'COLUMN_MISSING',
      'Order.code is stored in the column third, which the table fourth does not have (its columns: fifth): add or rename the column by a migration, name another by field: \'…\' in the model, or set db.providerProperties "hbm2ddl.auto" to "update".',
    ],
    [
      'ENTITY_KEY_NOT_UNIQUE',
      'Order.code is the "key" of describeModel(Order) but is not unique: add unique: true and allowNull: false to it.',
    ],
    [
      'FIELD_TYPE_UNSUPPORTED',
      'Order.code is of the type third, which has no JSON form here: list it in "hidden" of describeModel(Order), or choose another type.',
    ],
    [
      'LARGE_TYPE',
      'Order.code has Large(…) in "memberDecorators" of describeModel(Order) but holds neither text nor bytes: remove it, or make the column DataTypes.TEXT or DataTypes.BLOB.',
    ],
    [
      'PRIMARY_KEY_MISSING',
      'Order needs exactly one primary key: give one column primaryKey: true. A view without a key has root: { keyed: false } in describeModel(Order).',
    ],
    [
      'RESOURCE_NAME_TAKEN',
      'Order and Purchase would both be the resource "orders": write root: { name: \'…\' } in describeModel of one of them.',
    ],
    [
      'ROW_NOT_READ_BACK',
      'Order code was written, but the table third has no row with that primary key afterwards: a trigger may have changed the key or deleted the row. Let the trigger leave both, or set "root" of describeModel(Order) ({ readBack: false }).',
    ],
    [
      'SEARCHABLE_FULL_TEXT',
      'Order.code is listed in "searchable" of describeModel(Order) as { fullText: true } but holds third, which cannot be searched for words: name a STRING or a TEXT, or leave out fullText.',
    ],
    [
      'SECURE_METHOD_WITHOUT_EFFECT',
      'Secure(…) on Order names the method code, which has no effect there: write third, or no method for all.',
    ],
  ])('%s names its options', (code, message) => {
    expect(messageOf(code)).toBe(message);
  });

  it('stands in the stack as well, and is not reworded twice', () => {
    const error = worded(worded(new MetadataError('SEARCHABLE_TYPE', 'Order', 'facts', 'JSON')));

    expect(error.stack).toMatch(/^MetadataError: Order\.facts is listed in "searchable" of describeModel\(Order\)/);
    expect(error.stack).not.toContain('@Searchable');
  });

  it('keeps the decorators of a class that has decorators', () => {
    const mistakes = new ModelMistakes();
    mistakes.setAuthor('Order', 'decorators');
    mistakes.setAuthor('third', 'describeModel');
    const error = new MetadataError('ENTITY_KEY_NOT_UNIQUE', 'Order', 'code', 'third');

    expect(mistakes.wordedForAuthor(error).message).toContain('is marked @EntityKey');
  });
});
