import 'reflect-metadata';
import { Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, BaseDomain, type EntityId } from '../../../lib';
import type { Request } from '../../../lib/core';
import { DomainScopes } from '../../../lib/rest/scopes/domain-scopes';
import { Scope, SecurityError } from '../../../lib/security';
import { IntegerColumn, KeyOf, RequiredString } from '../../support/columns';
import { shop } from '../../support/domain/shop';
import { openStore } from '../../support/open-store';
import { namedByHeader } from '../../support/security/named-by-header';
import { type Served, serve } from '../../support/serve-shop';

/** The rule, which each test sets. */
let rule: () => unknown;

@Scope(() => rule() as undefined)
@AggregateRoot
@Table({ tableName: 'ruled_notes' })
class Note extends BaseDomain {
  @RequiredString(20) declare owner: string;
  @IntegerColumn declare rank: number | null;
  @Column(DataType.BOOLEAN) declare isOpen: boolean | null;
  @Column(DataType.DATE) declare dueAt: Date | null;
}

describe('The result of a @Scope rule', () => {
  let served: Served;
  const logged = jest.spyOn(console, 'error');

  beforeAll(async () => {
    served = await serve([Note], { authenticators: [namedByHeader] });
    await Note.bulkCreate([
      { owner: 'kim', rank: 1, isOpen: true, dueAt: new Date('2030-01-01T00:00:00Z') },
      { owner: 'lee', rank: 5, isOpen: false },
      { owner: 'kim,lee', isOpen: true },
    ]);
  });
  beforeEach(() => logged.mockReset().mockImplementation(() => undefined));
  afterAll(async () => {
    logged.mockRestore();
    await served.stop();
  });

  const owners = async (criteria: unknown) => {
    rule = () => criteria;
    const { body } = await served.request('GET', '/notes');
    return body.map(({ owner }: { owner: string }) => owner);
  };

  it.each<[unknown, string[]]>([
    [undefined, ['kim', 'lee', 'kim,lee']],
    [{}, ['kim', 'lee', 'kim,lee']],
    [false, []],
    [{ owner: 'kim' }, ['kim']],
    [{ owner: ['kim', 'lee'] }, ['kim', 'lee']],
    [{ owner: [] }, []],
    [{ 'owner[gt]': [] }, []],
    [{ 'owner[nin]': [] }, ['kim', 'lee', 'kim,lee']],
    [{ 'owner[in]': 'kim,lee' }, ['kim,lee']],
    [{ 'owner[nin]': ['kim,lee', 'lee'] }, ['kim']],
    [{ 'owner[ne]': 'lee' }, ['kim', 'kim,lee']],
    [{ 'owner[like]': 'kim*' }, ['kim', 'kim,lee']],
    [{ 'rank[gte]': 2 }, ['lee']],
    [{ 'rank[null]': true }, ['kim,lee']],
    [{ is_open: true, 'rank[lt]': 2 }, ['kim']],
    [{ owner: ['kim', 'lee'], 'owner[in]': ['lee', 'kim,lee'] }, ['lee']],
    [{ 'due_at[lt]': '2031-01-01T00:00:00Z' }, ['kim']],
    [{ owner: "x' OR '1'='1" }, []],
  ])('%j selects the rows of %j', async (criteria, expected) => {
    expect(await owners(criteria)).toEqual(expected);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'an unknown name',
      () => ({ ovner: 'kim' }),
      /The @Scope rule of Note names "ovner", which is not a column; known fields: id, .*owner, rank/,
    ],
    ['an unknown path', () => ({ 'owner.name': 'kim' }), /names "owner.name"/],
    ['an unknown operator', () => ({ 'owner[is]': 'kim' }), /operator "is"/],
    ['a value of the wrong type', () => ({ rank: 'high' }), /rank has the value "high", which must be a whole number/],
    ['an undefined value', () => ({ owner: undefined }), /compares "owner" with undefined/],
    ['a null value', () => ({ owner: null }), /compares "owner" with null/],
    ['not a number', () => ({ rank: Number.NaN }), /compares "rank" with NaN/],
    ['an object as a value', () => ({ owner: { ne: 'kim' } }), /compares "owner" with an object of the class Object/],
    ['a promise', async () => ({ owner: 'kim' }), /returns an object of the class Promise/],
    ['a map', () => new Map([['owner', 'kim']]), /returns an object of the class Map/],
    ['a list', () => [{ owner: 'kim' }], /returns an object of the class Array/],
    ['true', () => true, /returns a boolean/],
    ['null', () => null, /returns null/],
    [
      'an error',
      () => {
        throw new TypeError('no claims');
      },
      /threw TypeError: no claims/,
    ],
  ])('is rejected with 500 for %s, and the log names the class and the fix', async (_, invalidRule, line) => {
    rule = invalidRule;

    for (const [method, path, body] of [
      ['GET', '/notes'],
      ['GET', '/notes/1'],
      ['POST', '/notes', { owner: 'kim' }],
      ['DELETE', '/notes/1'],
    ] as const) {
      const response = await served.request(method, path, body);

      expect([response.status, response.body.detail]).toEqual([500, undefined]);
      const error = logged.mock.lastCall?.at(-1) as SecurityError;
      expect(error).toBeInstanceOf(SecurityError);
      expect(error.message).toMatch(line);
      expect(error.message).toMatch(/return criteria by name/);
    }
    rule = () => undefined;
    expect((await served.request('GET', '/notes')).body).toHaveLength(3);
  });
});

describe('@Scope on a class that is not an aggregate root', () => {
  @Scope(() => false)
  @Table({ tableName: 'ruled_pages' })
  class Page extends BaseDomain {
    @KeyOf(() => Book) declare bookId: EntityId;
  }

  @AggregateRoot
  @Table({ tableName: 'ruled_books' })
  class Book extends BaseDomain {
    @HasMany(() => Page) declare pages: Page[];
  }

  it('stops the start with a message that names the class and the fix', async () => {
    await expect(serve([Page, Book])).rejects.toThrow(/^Page has the @Scope of Page .* move @Scope to the root/);
  });
});

describe('A model without scopes', () => {
  it('is read from the unrestricted store', async () => {
    const { store, close } = await openStore(shop);
    const request = { attributes: new Map() } as unknown as Request;

    expect(new DomainScopes(store.registry).storeFor(store, request)).toBe(store);
    expect(request.attributes.size).toBe(0);

    await close();
  });
});
