import { HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId, Invariant } from '../../lib';
import { mariadb } from '../../lib/persistence/dialects/mariadb';
import type { DomainSequelize } from '../../lib/persistence/statements/domain-sequelize';
import { IntegerColumn, KeyOf } from '../support/columns';
import { type Served, useServed } from '../support/serve-shop';
import { allStatementsOf } from '../support/statements';
import { dialect } from '../support/test-database';

@AggregateRoot({ idempotency: 'optional' })
@Table({ tableName: 'stones' })
class Stone extends BaseDomain {
  @IntegerColumn declare weight: number;
}

@AggregateRoot
@Table({ tableName: 'trees' })
class Tree extends BaseDomain {
  @IntegerColumn declare height: number;
  @HasMany(() => Branch) declare branches: Branch[];
}

@Table({ tableName: 'branches' })
class Branch extends BaseDomain {
  @IntegerColumn declare length: number;
  @KeyOf(() => Tree) declare treeId: EntityId;
}

@AggregateRoot
@Table({ tableName: 'hedges' })
class Hedge extends BaseDomain {
  @IntegerColumn declare height: number;
  @HasMany(() => Twig) declare twigs: Twig[];

  @Invariant('not-too-long', 'A twig is longer than the hedge is high.', { load: ['twigs'] })
  isNeat(): boolean {
    return this.twigs.every(({ length }) => length <= this.height);
  }
}

@Table({ tableName: 'twigs' })
class Twig extends BaseDomain {
  @IntegerColumn declare length: number;
  @KeyOf(() => Hedge) declare hedgeId: EntityId;
}

let stone: string;
let tree: string;
let hedge: string;

const api = useServed([Stone, Tree, Branch, Hedge, Twig]);
beforeEach(async () => {
  const made = async (path: string, body: object) => `${path}/${(await api.request('POST', path, body)).body.id}`;
  stone = await made('/stones', { weight: 1 });
  tree = await made('/trees', { height: 5, branches: [{ length: 1 }] });
  hedge = await made('/hedges', { height: 5, twigs: [{ length: 1 }] });
});

const tagOf = async (path: string) => (await api.request('GET', path)).headers.get('ETag')!;

/** The first word of each statement of a request. */
async function sent(...request: Parameters<Served['request']>): Promise<string[]> {
  let status = 0;
  const statements = await allStatementsOf(Stone, async () => {
    status = (await api.request(...request)).status;
  });
  expect(status).toBeLessThan(300);
  return statements.map(firstWord);
}

const keyed = { 'Idempotency-Key': 'stone-1' };

describe('The number of statements', () => {
  it('is one for a root that concerns no other row, without a transaction', async () => {
    expect(await sent('POST', '/trees', { height: 1 })).toEqual(['INSERT']);
    expect(await sent('PUT', tree, { height: 1 })).toEqual(['SELECT', 'UPDATE']);
    expect(await sent('DELETE', stone)).toEqual(['DELETE']);
  });

  it('includes the lock and the version of the root for a write below it, with BEGIN and COMMIT', async () => {
    const path = `${tree}/branches`;
    expect(await sent('POST', path, { length: 2 })).toEqual(['BEGIN', 'SELECT', 'INSERT', 'UPDATE', 'COMMIT']);
    const { body } = await api.request('GET', path);
    const update = ['BEGIN', 'SELECT', 'SELECT', 'UPDATE', 'UPDATE', 'COMMIT'];
    expect(await sent('PUT', `${path}/${body[0].id}`, { length: 3 })).toEqual(update);
  });

  it('is the same for a write of domain code below a root', async () => {
    const branch = (await Branch.findOne())!;

    const statements = await allStatementsOf(Stone, () => branch.update({ length: 9 }));

    expect(statements.map(firstWord)).toEqual(['BEGIN', 'SELECT', 'UPDATE', 'UPDATE', 'COMMIT']);
  });

  it('includes for an invariant one SELECT of the root, and one of the collection that it loads', async () => {
    const asked = ['SELECT', 'SELECT', 'COMMIT'];
    expect(await sent('PUT', hedge, { height: 6 })).toEqual(['BEGIN', 'SELECT', 'UPDATE', ...asked]);
    expect(await sent('POST', `${hedge}/twigs`, { length: 2 })).toEqual([
      ...['BEGIN', 'SELECT', 'INSERT', 'UPDATE'],
      ...asked,
    ]);
  });

  it('includes none for an invariant of a new root, which is in a transaction only with children', async () => {
    const twigs = [{ length: 1 }];
    expect(await sent('POST', '/hedges', { height: 6 })).toEqual(['INSERT']);
    expect(await sent('POST', '/hedges', { height: 6, twigs })).toEqual(['BEGIN', 'INSERT', 'INSERT', 'COMMIT']);
  });

  it('is not incremented by If-None-Match and If-Match, except for a delete of a root without children', async () => {
    const branch = `${tree}/branches/${(await api.request('GET', `${tree}/branches`)).body[0].id}`;

    expect(await sent('GET', tree, undefined, { 'If-None-Match': '"0-other"' })).toEqual(['SELECT']);
    expect(await sent('PUT', tree, { height: 2 }, { 'If-Match': await tagOf(tree) })).toEqual(['SELECT', 'UPDATE']);
    expect(await sent('PUT', branch, { length: 3 }, { 'If-Match': await tagOf(branch) })).toEqual(
      await sent('PUT', branch, { length: 4 }),
    );
    expect(await sent('DELETE', stone, undefined, { 'If-Match': await tagOf(stone) })).toEqual([
      ...['BEGIN', 'SELECT', 'DELETE', 'COMMIT'],
    ]);
  });

  it('includes four or five for an Idempotency-Key, with BEGIN and COMMIT; a repeat takes two or three', async () => {
    const first = await sent('POST', '/stones', { weight: 2 }, keyed);
    const second = await sent('POST', '/stones', { weight: 2 }, { 'Idempotency-Key': 'stone-2' });
    const repeat = await sent('POST', '/stones', { weight: 2 }, keyed);

    const isolation = dialect === 'mysql' ? ['SET'] : [];
    const claim = (Stone.sequelize as DomainSequelize).sqlDialect === mariadb ? 'SET' : 'INSERT';
    expect(second).toEqual([...isolation, 'BEGIN', claim, 'SELECT', 'INSERT', 'SELECT', 'UPDATE', 'COMMIT']);
    expect(first.filter((word) => word !== 'DELETE')).toEqual(second);
    expect(repeat).toEqual([...isolation, 'BEGIN', claim, 'SELECT', 'COMMIT']);
  });

  it('includes for a preview two for the savepoint, and a SELECT of a root alone before and after', async () => {
    const statements = await sent('PUT', stone, { weight: 3 }, { Prefer: 'preview' });

    const write = ['SELECT', 'UPDATE'];
    expect(statements.filter((word) => word !== 'SET')).toEqual([
      ...['BEGIN', 'SAVEPOINT', ...write, 'SELECT', 'ROLLBACK', 'SELECT', 'ROLLBACK'],
    ]);
  });
});

function firstWord(statement: string): string {
  return /^\w+/.exec(statement)![0].replace('START', 'BEGIN');
}
