import { BelongsTo, Column, DataType, HasMany, Table } from 'sequelize-typescript';
import { AggregateRoot, Application, BaseDomain, type EntityId, Large, type Ref } from '../../lib';
import { permissionMatrix } from '../../lib/rest';
import { Scope, Secure, SecureMultiple } from '../../lib/security';
import { KeyOf } from '../support/columns';
import { holding, namedByHeader, permittedByName } from '../support/security/named-by-header';
import { useServed } from '../support/serve-shop';

@SecureMultiple([
  { method: 'GET', permissions: ['folder.read'] },
  { method: 'PUT', permissions: ['folder.write'] },
])
@Scope(() => ({ is_open: true }))
@AggregateRoot
@Table({ tableName: 'secured_folders' })
class Folder extends BaseDomain {
  @Column(DataType.BOOLEAN) declare isOpen: boolean;

  @SecureMultiple([
    { method: 'GET', permissions: ['cover.read'] },
    { method: 'PUT', permissions: ['cover.write'] },
  ])
  @Large({ mediaTypeField: 'coverType' })
  @Column(DataType.BLOB)
  declare cover: Buffer | null;

  @Secure({ permissions: ['type.all'] }) @Column(DataType.STRING) declare coverType: string | null;
  @HasMany(() => Sheet) declare sheets: Sheet[];
}

@Table({ tableName: 'secured_sheets' })
class Sheet extends BaseDomain {
  @KeyOf(() => Folder) declare folderId: EntityId;
  @BelongsTo(() => Folder) declare folder: Ref<Folder>;
  @Column(DataType.TEXT('long')) declare text: string | null;
}

const served = useServed([Folder, Sheet], {
  Class: Application,
  authenticators: [namedByHeader],
  authorizer: permittedByName,
});

const COVER = Buffer.from('cover');
const folder = (values = {}) =>
  Folder.create({ isOpen: true, cover: COVER, coverType: 'image/png', ...values } as never);

async function status(method: string, path: string, permissions: readonly string[], body?: string): Promise<number> {
  const headers = { ...holding(...permissions), 'Content-Type': 'image/png' };
  return (await fetch(served.address + path, { method, headers, body })).status;
}

const READING = ['folder.read', 'cover.read', 'type.all'];
const WRITING = ['folder.write', 'cover.write', 'type.all'];

describe('A secured large value', () => {
  it('is read with the permissions of its entity, the field, and the field of its media type', async () => {
    const { id } = await folder();
    const path = `/folders/${id}/cover`;

    expect(await status('GET', path, READING)).toBe(200);
    for (const missing of READING) {
      expect(
        await status(
          'GET',
          path,
          READING.filter((one) => one !== missing),
        ),
      ).toBe(403);
      expect(
        await status(
          'HEAD',
          path,
          READING.filter((one) => one !== missing),
        ),
      ).toBe(403);
    }
    expect((await fetch(served.address + path)).status).toBe(401);
  });

  it('is written and deleted with the permissions of all of them', async () => {
    const one = await folder();
    const path = `/folders/${one.id}/cover`;

    for (const missing of WRITING) {
      const others = WRITING.filter((permission) => permission !== missing);
      expect(await status('PUT', path, others, 'new')).toBe(403);
      expect(await status('DELETE', path, others)).toBe(403);
    }
    expect(await one.reload()).toMatchObject({ cover: COVER, version: 0 });
    expect(await status('PUT', path, WRITING, 'new')).toBe(204);
    expect(await status('DELETE', path, WRITING)).toBe(204);
  });

  it('is not found in a row out of scope', async () => {
    const one = await folder({ isOpen: false });
    const path = `/folders/${one.id}/cover`;

    expect(await status('GET', path, READING)).toBe(404);
    expect(await status('PUT', path, WRITING, 'new')).toBe(404);
    expect(await status('DELETE', path, WRITING)).toBe(404);
    expect(await one.reload()).toMatchObject({ cover: COVER });
  });

  it('of a child requires the permission to read the root, and is not found below a hidden root', async () => {
    const [open, closed] = [await folder(), await folder({ isOpen: false })];
    const [sheet, other] = [
      await Sheet.create({ folderId: open.id, text: 'x' }),
      await Sheet.create({ folderId: closed.id, text: 'x' }),
    ];

    expect(await status('GET', `/folders/${open.id}/sheets/${sheet.id}/text`, ['folder.read'])).toBe(200);
    expect(await status('GET', `/folders/${open.id}/sheets/${sheet.id}/text`, [])).toBe(403);
    expect(await status('GET', `/folders/${closed.id}/sheets/${other.id}/text`, ['folder.read'])).toBe(404);
  });

  it('in a form requires the permission to write the field of its media type', async () => {
    const { id } = await folder();
    const send = async (...permissions: string[]) => {
      const body = new FormData();
      body.append('cover', new Blob(['x'], { type: 'image/gif' }));
      const headers = holding(...permissions);
      return (await fetch(`${served.address}/folders/${id}`, { method: 'PUT', headers, body })).status;
    };

    expect(await send('folder.write', 'cover.write')).toBe(403);
    expect(await send('folder.write', 'type.all')).toBe(403);
    expect(await send(...WRITING)).toBe(200);
  });
});

describe('The permission matrix', () => {
  it('has a row for each route of a large value', () => {
    const rows = permissionMatrix(served.application.routes, served.application.registry).filter(
      ({ path }) => path === '/folders/{id}/cover',
    );

    expect(rows).toMatchObject([
      { method: 'DELETE', permissions: ['cover.write', 'folder.write', 'type.all'], readable: [] },
      {
        method: 'GET',
        permissions: ['cover.read', 'folder.read', 'type.all'],
        readable: [{ name: 'cover', permissions: ['cover.read'] }],
        writable: [],
      },
      { method: 'PUT', writable: [{ name: 'cover', permissions: ['cover.write'] }], scope: ['Folder'] },
    ]);
  });
});
