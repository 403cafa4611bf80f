import type { DocumentSource } from '../../lib/apidocs/source';
import { buildMap } from '../../lib/map/build-map';
import { classSection } from '../../lib/map/class-section';
import type { DomainMap, MapEntity } from '../../lib/map/domain-map';
import { operationLinks } from '../../lib/map/map-operations';
import { mermaidDiagram } from '../../lib/map/mermaid-diagram';
import { type DomainClass, MetadataRegistry } from '../../lib/metadata';
import { operationsOf } from '../../lib/rest/compilation/operations-of';
import { routeOf } from '../../lib/rest/compilation/route-of';
import { Authorizer } from '../../lib/security';
import { FakeEntityReader, generatedKey, textField, toMany } from '../support/fake-entity-reader';

class Track {}
class Album {
  press(track: Track, copies: number, note?: string): unknown {
    return [track, copies, note];
  }
  isFull(): boolean {
    return true;
  }
}
class Label {}
class Genre {}
class Secret {}

const key = (name: string, isNullable: boolean) =>
  ({ ...generatedKey(), name, isNullable, isPrimaryKey: false, isUnique: false, origin: 'payload' }) as const;

const reader = new FakeEntityReader()
  .describe(Album, {
    fields: [
      textField('title', { isNullable: false }),
      textField('sleeveNotes'),
      textField('cost'),
      textField('code', { isUnique: true }),
      key('labelId', true),
      key('partOfId', true),
      { ...textField('version'), origin: 'version' },
    ],
    collections: [
      toMany('tracks', Track, 'albumId'),
      toMany('genres', Genre),
      toMany('parts', Album, 'partOfId'),
      toMany('secrets', Secret, 'albumId'),
    ],
    references: [
      { property: 'label', target: Label, foreignKey: 'labelId' },
      { property: 'partOf', target: Album, foreignKey: 'partOfId' },
    ],
  })
  .describe(Track, {
    fields: [key('albumId', false)],
    references: [{ property: 'album', target: Album, foreignKey: 'albumId' }],
  })
  .describe(Genre, { collections: [toMany('albums', Album)] });

const NOTHING = {} as never;

function source(): DocumentSource {
  const registry = new MetadataRegistry();
  for (const root of [Album, Label, Genre]) registry.declareAggregate(root, root === Label ? { delete: false } : {});
  registry.declareAccess(Album, 'cost', 'hidden');
  registry.declareAccess(Album, 'sleeveNotes', 'writeOnly');
  registry.declareAccess(Album, 'secrets', 'hidden');
  registry.declareCollection(Album, 'secrets', { create: false, read: false, update: false, delete: false });
  const invariant = { name: 'full', message: 'An album has a <track>.', method: 'isFull', load: ['tracks'] };
  registry.declareInvariant(Album, invariant);
  registry.declareSearchable(Album, 'title', {});
  registry.declareAction(Album, {
    value: 'press',
    method: 'press',
    path: 'tracks',
    optional: ['note'],
    parameterTypes: [Track, Number, String],
  });
  registry.seal([Album, Track, Label, Genre, Secret] as DomainClass[], reader);
  const operations = registry.aggregates.flatMap((aggregate) =>
    operationsOf(aggregate, {
      bulk: NOTHING,
      search: NOTHING,
      deletes: { gone: false },
      previews: { allowed: true },
      batches: { allowed: true },
      limits: NOTHING,
      concurrency: { ifMatch: 'off' },
      idempotency: { key: 'off' },
    }),
  );
  const routes = operations.map((operation) => routeOf(operation, { handle: () => undefined }));
  const manual = [
    {
      method: 'GET',
      path: '/albums/{id}/cover',
      name: 'cover',
      attributes: { [Authorizer.PERMISSIONS]: 'see_covers, see_albums' },
    },
    { method: 'GET', path: '/charts', name: 'charts' },
  ] as const;
  return {
    name: 'music',
    mountPath: '',
    routes: [...routes, ...manual],
    registry,
    configuration: NOTHING,
    moduleRoot: '',
    info: { version: '1' },
    previews: true,
  };
}

let map: DomainMap;
const entity = (name: string): MapEntity =>
  map.aggregates.flatMap(({ entities }) => entities).find((one) => one.name === name)!;

beforeAll(() => {
  map = buildMap(source(), () => undefined);
});

describe('The map of a domain', () => {
  it('has each root with its children', () => {
    const names = map.aggregates.map(({ name, path, entities }) => [name, path, ...entities.map((one) => one.name)]);

    expect(names).toEqual([
      ['Album', '/albums', 'Album', 'Track'],
      ['Label', '/labels', 'Label'],
      ['Genre', '/genres', 'Genre'],
    ]);
  });

  it('lists fields by wire name with type and marks, except hidden fields and the version', () => {
    expect(entity('Album').fields).toEqual([
      { name: 'id', type: 'integer', marks: ['key', 'read-only'] },
      { name: 'title', type: 'text(255)', marks: ['required', 'searchable'] },
      { name: 'sleeve_notes', type: 'text(255)', marks: ['write-only'] },
      { name: 'code', type: 'text(255)', marks: ['unique'] },
      { name: 'label_id', type: 'integer', marks: [] },
      { name: 'part_of_id', type: 'integer', marks: [] },
    ]);
  });

  it('lists the invariants of a root by name and message', () => {
    const invariant = { name: 'full', message: 'An album has a <track>.' };

    expect([entity('Album').invariants, entity('Track').invariants]).toEqual([[invariant], []]);
    expect(classSection(entity('Album'), []).text).toContain(
      '<h4>Invariants</h4>\n<ul class="invariants">\n<li><code>full</code>: An album has a &lt;track&gt;.</li>',
    );
    expect(classSection(entity('Track'), []).text).not.toContain('Invariants');
  });

  it('merges both sides of an association into one line with both names', () => {
    const lines = map.associations.map(
      ({ from, to, fromName, toName, fromCardinality, toCardinality, isContained }) => [
        `${from.name} ${fromCardinality}`,
        `${to.name} ${toCardinality}`,
        fromName,
        toName,
        isContained,
      ],
    );

    expect(lines).toEqual([
      ['Album one', 'Track many', 'tracks', 'album', true],
      ['Album many', 'Genre many', 'genres', 'albums', false],
      ['Album optional', 'Album many', 'parts', 'part_of', false],
      ['Label optional', 'Album many', undefined, 'label', false],
    ]);
  });

  it('omits a hidden collection without routes, and its class', () => {
    expect(JSON.stringify(map)).not.toMatch(/secret/i);
  });

  it('groups operations by path, and omits operations that are not exposed', () => {
    const paths = entity('Track').resources.map(({ path }) => path);
    const labels = entity('Label').resources.flatMap(({ operations }) => operations.map(({ label }) => label));

    const actions = entity('Track').resources.flatMap(({ operations }) => operations.slice(6));

    expect(paths).toEqual(['/albums/{album_id}/tracks', '/genres/{genre_id}/albums/{album_id}/tracks']);
    expect(actions).toMatchObject([{ label: 'press(copies, note?)', method: 'PUT' }]);
    expect(labels).toEqual(['create', 'list', 'read', 'update', 'update']);
  });

  it('adds a hand-written route with its permissions to the aggregate whose path it continues', () => {
    const ofAlbum = entity('Album').resources.flatMap(({ operations }) => operations);

    expect(ofAlbum).toContainEqual(
      expect.objectContaining({ label: 'cover', permissions: ['see_covers', 'see_albums'] }),
    );
    expect(map.otherOperations).toEqual([expect.objectContaining({ label: 'charts', path: '/charts' })]);
  });
});

describe('The section of a class', () => {
  it('lists its associations with name, cardinality and a link to the other class', () => {
    const itemsOf = (name: string) => {
      const [, list = ''] = classSection(entity(name), map.associations).text.split('<ul class="associations">\n');
      return list.split('\n').filter((line) => line.startsWith('<li>'));
    };

    expect(itemsOf('Label')).toEqual(['<li>many <a href="#Album">Album</a>, via label</li>']);
    expect(itemsOf('Album')).toContain('<li><code>tracks</code>: many <a href="#Track">Track</a>, contained</li>');
    expect(itemsOf('Album')).toContain('<li><code>label</code>: zero or one <a href="#Label">Label</a></li>');
  });
});

describe('A link to an operation', () => {
  const linkOf = operationLinks({
    paths: { '/charts': { get: { tags: ['Top ten'], operationId: 'charts' }, post: {} } },
  });

  it('has the tag and operation id that Swagger UI expects', () => {
    expect(linkOf({ method: 'GET', path: '/charts', name: 'charts' })).toBe('docs#/Top%20ten/charts');
  });

  it.each([['POST'], ['DELETE']] as const)(
    'is undefined for an operation that the document does not have: %s',
    (method) => {
      expect(linkOf({ method, path: '/charts', name: 'charts' })).toBeUndefined();
    },
  );
});

describe('The map as Mermaid', () => {
  it('is a class diagram', () => {
    expect(mermaidDiagram(map)).toMatchSnapshot();
  });
});
