import { withDoubleDashes } from '../../lib/cli/option-words';

describe('Options of the command', () => {
  it('may be spelled as the specification has them, with one dash', () => {
    expect(withDoubleDashes(['generate-tests', '-projectDir', 'shop', '-packages', 'domain'])).toEqual([
      'generate-tests',
      '--project-dir',
      'shop',
      '--packages',
      'domain',
    ]);
  });

  it('are left alone with two dashes, with one letter, as numbers, and behind --', () => {
    const words = ['--project-dir', '-h', '-1', '-', '--', '-projectDir'];

    expect(withDoubleDashes(words)).toEqual(words);
  });
});
