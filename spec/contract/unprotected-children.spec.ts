import { BelongsToMany, Column, DataType, HasMany, Model, Table } from 'sequelize-typescript';
import { Action, AggregateRoot, BaseDomain, Collection, type EntityId } from '../../lib';
import { checkRoutes } from '../../lib/cli/doctor/check-routes';
import { Application, type ApplicationOptions } from '../../lib/rest';
import { Public, Secure, SecureMultiple } from '../../lib/security';
import { KeyOf, PrimaryKeyOf, StringColumn } from '../support/columns';
import { FILING } from '../support/domain/filing';
import { namedByHeader, permittedByName } from '../support/security/named-by-header';
import { type Served, serve } from '../support/serve-shop';

@Table({ tableName: 'unprotected_photos' })
class Photo extends BaseDomain {
  @KeyOf(() => Album) declare albumId: EntityId;
}

@Table({ tableName: 'unprotected_frames' })
class Frame extends BaseDomain {
  @KeyOf(() => Album) declare albumId: EntityId;
}

@Table({ tableName: 'unprotected_covers' })
class Cover extends BaseDomain {
  @Secure({ method: 'PUT', permissions: ['cover.image'] }) @Column(DataType.BLOB('long')) declare image: Buffer | null;
  @KeyOf(() => Album) declare albumId: EntityId;
}

@Secure({ method: 'GET', permissions: ['tag.get'] })
@Secure({ method: 'POST', permissions: ['tag.post'] })
@AggregateRoot({ update: false, delete: false })
@Table({ tableName: 'unprotected_tags' })
class Tag extends BaseDomain {
  @StringColumn(20) declare name: string | null;
}

@Table({ tableName: 'unprotected_album_tags' })
class AlbumTag extends Model {
  @PrimaryKeyOf(() => Album) declare albumId: EntityId;
  @PrimaryKeyOf(() => Tag) declare tagId: EntityId;
}

/** Has entries, and none for PUT. */
@Secure({ method: 'GET', permissions: ['album.get'] })
@Secure({ method: 'POST', permissions: ['album.post'] })
@AggregateRoot({ update: false, delete: false })
@Table({ tableName: 'unprotected_albums' })
class Album extends BaseDomain {
  @HasMany(() => Photo) declare photos: Photo[];

  @SecureMultiple([
    { method: 'POST', permissions: ['frame.post'] },
    { method: 'DELETE', permissions: ['frame.delete'] },
  ])
  @Collection({ replace: true })
  @HasMany(() => Frame)
  declare frames: Frame[];

  @Collection({ create: false, delete: false, update: true }) @HasMany(() => Cover) declare covers: Cover[];
  @Collection({ update: false }) @BelongsToMany(() => Tag, { through: () => AlbumTag }) declare tags: Tag[];

  @Action({ value: 'sort', path: 'photos' })
  sort(photo: Photo): void {
    void photo;
  }
}

/** Is public itself; its children are not. */
@Public()
@AggregateRoot
@Table({ tableName: 'unprotected_fairs' })
class Fair extends BaseDomain {
  @Collection({ update: false }) @HasMany(() => Stall) declare stalls: Stall[];
}

@Table({ tableName: 'unprotected_stalls' })
class Stall extends BaseDomain {
  @KeyOf(() => Fair) declare fairId: EntityId;
}

const DOMAIN = [Album, Photo, Frame, Cover, Tag, AlbumTag, Fair, Stall];

let warned: string[];
const logger = { info: () => undefined, warn: (line: string) => warned.push(line), error: console.error };

class WarnedApplication extends Application {
  constructor(options: ApplicationOptions) {
    super({ ...options, logger });
  }
}

const start = (types: readonly unknown[], strict: boolean): Promise<Served> => {
  warned = [];
  const options = { Class: WarnedApplication, authenticators: [namedByHeader], authorizer: permittedByName };
  return serve(types, { ...options, settings: { security: { strict } } });
};

/** The routes without an entry for the write, and whether they require what reading requires. */
const UNPROTECTED: Readonly<Record<string, boolean>> = {
  'POST /albums/{album_id}/photos': true,
  'PUT /albums/{album_id}/photos/{id}': true,
  'PATCH /albums/{album_id}/photos/{id}': true,
  'DELETE /albums/{album_id}/photos/{id}': true,
  'PUT /albums/{album_id}/photos/{id}/sort': true,
  'PUT /albums/{album_id}/frames/{id}': true,
  'PATCH /albums/{album_id}/frames/{id}': true,
  'PUT /albums/{album_id}/frames': true,
  'PUT /albums/{album_id}/covers/{id}': true,
  'PATCH /albums/{album_id}/covers/{id}': true,
  'POST /albums/{album_id}/tags': true,
  'DELETE /albums/{album_id}/tags/{id}': true,
  'POST /fairs/{fair_id}/stalls': false,
  'DELETE /fairs/{fair_id}/stalls/{id}': false,
};
const note = (isReadable: boolean) => (isReadable ? ' (only what reading requires)' : '');

describe('Writes of children of a root with entries, and none for PUT,', () => {
  it('are warned about at the start, also if they require what reading requires, and named by the doctor', async () => {
    const served = await start(DOMAIN, false);
    const findings = await checkRoutes(served.application);
    await served.stop();

    const [line = ''] = warned;
    const named = line.slice(line.indexOf(': ') + 2, line.indexOf('. Mark')).split(', ');
    const expected = Object.entries(UNPROTECTED).map(([route, isReadable]) => route + note(isReadable));
    expect(named.sort()).toEqual(expected.sort());
    expect(findings.map(({ code, place }) => [code, place]).sort()).toEqual(
      Object.keys(UNPROTECTED)
        .map((route) => ['WRITE_UNPROTECTED', route])
        .sort(),
    );
    const problems = new Map(findings.map(({ place, problem }) => [place, problem]));
    expect(problems.get('POST /albums/{album_id}/photos')).toContain('only the permissions for reading');
    expect(problems.get('POST /fairs/{fair_id}/stalls')).toContain('without requiring a permission');
  });

  it('stop the start in strict mode', async () => {
    const error: Error & { code?: string } = await start(DOMAIN, true).then(
      () => new Error('started'),
      (reason) => reason,
    );

    expect(error.code).toBe('ROUTES_UNPROTECTED');
    const list = error.message.slice(error.message.indexOf(': ') + 2, error.message.indexOf('. Mark'));
    const named = list.split(', ').map((route) => route.replace(/ \(\w+\)/, ''));
    const expected = Object.entries(UNPROTECTED).map(([route, isReadable]) => route + note(isReadable));
    expect(named.sort()).toEqual(expected.sort());
  });

  it('are protected where the root has an entry for PUT', async () => {
    const served = await start(FILING, true);
    await served.stop();

    expect(warned).toEqual([]);
  });
});
