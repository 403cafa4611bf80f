import type { DomainClass, EntityMetadata } from '../../../lib/metadata';
import { openAccess } from '../../../lib/rest/access/access';
import type { WriteContext } from '../../../lib/rest/payload/changes-draft';
import { readChangesSync } from '../../../lib/rest/payload/read-changes';
import { InvalidEntityError, type Violation } from '../../../lib/values';
import { Author, Book, press } from '../../support/domain/press';
import { useStore } from '../../support/open-store';

const open = useStore(press);

function violationsOf(type: unknown, content: unknown, options: Partial<WriteContext> = {}): readonly Violation[] {
  const entity: EntityMetadata = open.store.registry.entity(type as DomainClass)!;
  const write = {
    kind: 'create',
    root: entity,
    collections: [],
    maxItems: 100,
    access: openAccess(),
    ...options,
  } as const;
  try {
    readChangesSync(entity, content, write);
    return [];
  } catch (error) {
    if (error instanceof InvalidEntityError) return error.violations;
    throw error;
  }
}

describe('An element of a create that links an entity by its key', () => {
  it('may have fields of the join table', () => {
    expect(violationsOf(Book, { title: 'Ink', authors: [{ id: 7, role: 'author' }] })).toEqual([]);
  });

  it('may not have children', () => {
    const author = { id: 7, role: 'author', books: [] };

    expect(violationsOf(Book, { title: 'Ink', authors: [author] })).toMatchObject([
      { path: ['authors', 0, 'books'], message: expect.stringMatching(/^cannot be written with an entity .* linked/) },
    ]);
  });

  it('is rejected if the entity that would hold the link is not saved yet', () => {
    const shops = [{ id: 3 }];

    expect(violationsOf(Book, { title: 'Ink', shops }, { isUnsaved: true })).toMatchObject([
      { path: ['shops', 0, 'id'], message: 'cannot be linked here: use the routes of the collection' },
    ]);
    expect(violationsOf(Book, { title: 'Ink', shops })).toEqual([]);
  });

  it('is rejected if another element of the array has the same key', () => {
    expect(violationsOf(Book, { title: 'Ink', shops: [{ id: 3 }, { id: 4 }, { id: 3 }] })).toMatchObject([
      { path: ['shops', 2, 'id'], message: 'occurs twice in the array: merge the two elements' },
    ]);
  });
});

describe('An element of a create that has no key', () => {
  it('creates an entity, and may have children', () => {
    expect(violationsOf(Author, { name: 'Ann', books: [{ title: 'Ink', role: 'author', authors: [] }] })).toEqual([]);
  });
});
