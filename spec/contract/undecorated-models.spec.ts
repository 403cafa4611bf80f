import { join } from 'node:path';
import { runNode, WITH_TYPESCRIPT } from '../support/run-node';
import { createTestDatabase } from '../support/test-database';

const PROGRAMS = join(__dirname, '../support/undecorated');

/** Runs a program in a process that has no sequelize-typescript. @returns its lines */
async function run(program: string, ...words: readonly string[]): Promise<readonly string[]> {
  const hidden = ['--require', join(PROGRAMS, 'hide-decorators.cjs')];
  const { out, err } = await runNode(PROGRAMS, [...WITH_TYPESCRIPT, ...hidden, join(PROGRAMS, program), ...words]);
  expect(err).toBe('');
  return out.trim().split('\n');
}

describe('Without sequelize-typescript', () => {
  it('an application of plain models starts, with their associations, hooks, validators and actions', async () => {
    const database = await createTestDatabase();

    const responses = await run('library.ts', database.url);

    expect(responses.filter((line) => /^[A-Z]+ \//.test(line))).toEqual([
      'POST /genres: 201 novel',
      'POST /authors: 201 Austen. Emma novel',
      'POST /authors: 422 Unprocessable Entity name',
      'GET /authors/1/genres: 200 novel',
      'GET /authors/1/books?title=Emma: 200 Emma',
      'PUT /authors/1/rename: 200 Jane',
      'GET /authors?name=Jane: 200 Jane Emma',
      'DELETE /authors/1: 204 ',
      'GET /genres: 200 novel',
    ]);
    await database.drop();
  }, 60_000);

  it('classes of BaseDomain and the association decorators say that they need it', async () => {
    const errors = await run('classes.ts');

    expect(errors.filter((line) => line.includes('npm install'))).toEqual([
      expect.stringContaining('Order needs the package sequelize-typescript, which is not installed'),
      expect.stringContaining('@OneToMany needs the package sequelize-typescript, which is not installed'),
    ]);
  }, 60_000);

  it('the command line runs, as by npx in an empty folder', async () => {
    const lines = await run('../../../lib/cli/main.ts', 'new', '--help');

    expect(lines[0]).toBe('Usage: koaggregate new [options] <name>');
  }, 60_000);
});
