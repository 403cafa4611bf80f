import { CodedError, Mistakes, SeveralMistakes } from '../../lib/foundation';

const MESSAGES = { WRONG: (what: string) => `${what} is wrong: correct it.` };
const wrong = (what: string) => new CodedError(MESSAGES, 'WRONG', [what]);
const thrower = (error: Error) => () => {
  throw error;
};

describe('Mistakes', () => {
  it('are reported in one message with a line for each, in the order found, without duplicates', () => {
    const mistakes = new Mistakes();
    mistakes.add(wrong('a'));
    mistakes.collect(thrower(wrong('b')));
    mistakes.collect(thrower(new SeveralMistakes([wrong('a'), wrong('c')])));

    expect(() => mistakes.report()).toThrow(
      'there are 3 mistakes.\n- a is wrong: correct it.\n- b is wrong: correct it.\n- c is wrong: correct it.',
    );
    expect(() => mistakes.report()).toThrow(SeveralMistakes);
  });

  it('are thrown unchanged if there is one, and not at all if there is none', () => {
    const mistakes = new Mistakes();
    const none = () => mistakes.report();
    expect(none).not.toThrow();

    const only = wrong('a');
    mistakes.collect(thrower(only));

    expect(none).toThrow(only);
  });

  it('do not include errors without a code, which are rethrown', () => {
    expect(() => new Mistakes().collect(thrower(new TypeError('x is undefined')))).toThrow('x is undefined');
  });
});
