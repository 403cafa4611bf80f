import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', 'docs', 'decisions');
const FILES = readdirSync(FOLDER).sort();

describe('docs/decisions', () => {
  it('are numbered without a gap, in the name of the file and in its title', () => {
    const titles = FILES.map((file) => readFileSync(join(FOLDER, file), 'utf8').split('\n')[0]!);

    expect(FILES.length).toBeGreaterThan(0);
    expect(FILES.map((file) => Number(file.slice(0, 4)))).toEqual(FILES.map((_, index) => index + 1));
    expect(titles.map((title) => Number(/^# (\d+)\. /.exec(title)?.[1]))).toEqual(FILES.map((_, index) => index + 1));
  });

  it.each(FILES)('%s has context, consequences, status and date', (file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');

    expect(text).toContain('\n**Context.** ');
    expect(text).toContain('\n**Consequences.** ');
    expect(text).toMatch(/\n\*\*Status\.\*\* (Accepted|Superseded by \[\d+\]\(.*\)), \d{4}-\d{2}-\d{2}\./);
  });
});
