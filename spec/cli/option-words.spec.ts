import { withDoubleDashes } from '../../lib/cli/option-words';

describe('Options of the command', () => {
  it('may be spelled with one dash, as in the specification', () => {
    expect(withDoubleDashes(['generate-tests', '-projectDir', 'shop', '-packages', 'domain'])).toEqual([
      'generate-tests',
      '--project-dir',
      'shop',
      '--packages',
      'domain',
    ]);
  });

  it('are unchanged with two dashes, with one letter, as numbers, and after --', () => {
    const words = ['--project-dir', '-h', '-1', '-', '--', '-projectDir'];

    expect(withDoubleDashes(words)).toEqual(words);
  });
});
