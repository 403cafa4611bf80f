import { buildMap } from '../../../lib/map/build-map';
import { type MatrixRow, permissionMatrix } from '../../../lib/rest';
import { documentOf } from '../../support/document-of';
import { FILING } from '../../support/domain/filing';
import { inspectedSource } from '../../support/inspected';
import { namedByHeader } from '../../support/security/named-by-header';

const source = inspectedSource(FILING, { authenticators: [namedByHeader] });

/** The permissions of the writes below a folder and of the stamps, by route. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'POST /folders': ['folder.post'],
  'POST /folders/{folder_id}/pages': ['folder.get', 'folder.put'],
  'PATCH /folders/{folder_id}/pages/{id}': ['folder.get', 'folder.put'],
  'DELETE /folders/{folder_id}/pages/{id}': ['folder.get', 'folder.put'],
  'PUT /folders/{folder_id}/pages/{id}/restore': ['folder.get', 'folder.put'],
  'PUT /folders/{folder_id}/pages/{id}/scan': ['folder.get', 'folder.put'],
  'POST /folders/{folder_id}/pages/{page_id}/notes': ['folder.get', 'folder.put'],
  'PUT /folders/{folder_id}/sheets': ['folder.get', 'folder.put'],
  'PUT /folders/{id}/summary': ['folder.get', 'folder.put'],
  'POST /folders/{folder_id}/memos': ['folder.get', 'memo.post'],
  'PUT /folders/{folder_id}/memos/{id}': ['folder.get', 'folder.put'],
  'PUT /folders/{folder_id}/tasks/{id}': ['folder.get', 'task.put'],
  'DELETE /folders/{folder_id}/tasks/{id}': ['folder.get', 'folder.put'],
  'POST /folders/{folder_id}/labels': ['folder.get', 'folder.put', 'label.get'],
  'PUT /folders/{folder_id}/labels/{id}': ['folder.get', 'label.put'],
  'DELETE /folders/{folder_id}/labels/{id}': ['folder.get', 'folder.put', 'label.get'],
  'PUT /stamps/{id}': ['folder.put'],
  'PUT /stamps/{id}/void': ['folder.put'],
  'POST /stamps/{stamp_id}/marks': ['folder.put'],
  'PUT /labels/{id}': ['label.put'],
  'PUT /ribbons/{id}': [],
  'POST /ribbons/{ribbon_id}/knots': ['folder.put'],
  'PUT /folders/{folder_id}/ribbons/{id}': ['folder.get', 'folder.put'],
  'POST /boards/{board_id}/wishes': [],
  'POST /boards/{board_id}/posters': ['board.put'],
};

describe('What writes of children require', () => {
  let rows: ReadonlyMap<string, MatrixRow>;

  beforeAll(async () => {
    const { routes, registry } = await source;
    rows = new Map(permissionMatrix(routes, registry).map((row) => [`${row.method} ${row.path}`, row]));
  });

  it.each(Object.entries(WRITES))('is in the permission matrix: %s', (route, permissions) => {
    expect(rows.get(route)?.permissions).toEqual(permissions);
  });

  it('is in the members of payloads: less for rows that are inserted with their root', () => {
    const memberOf = (route: string, name: string) =>
      rows.get(route)?.writable?.find((member) => member.name === name)?.permissions;

    expect(memberOf('POST /folders', 'pages[]')).toEqual(['folder.get']);
    expect(memberOf('POST /folders', 'labels[]')).toEqual(['folder.get', 'folder.put', 'label.get']);
    expect(memberOf('PUT /folders/{id}', 'pages[]')).toEqual(['folder.get', 'folder.put']);
    expect(memberOf('POST /folders/{folder_id}/tasks', 'notes[]')).toEqual(['folder.get', 'folder.put']);
    expect(memberOf('PUT /folders/{folder_id}/sheets', '[] left out')).toEqual(['folder.get', 'folder.put']);
  });

  it('is in the documents and in the map', async () => {
    const { paths } = documentOf(await source);
    const map = JSON.stringify(buildMap(await source, () => undefined));

    expect(paths['/folders/{folder_id}/pages']!.post!['x-permissions']).toEqual(['folder.get', 'folder.put']);
    expect(paths['/boards/{board_id}/wishes']!.post).not.toHaveProperty('x-permissions');
    expect(map).toContain('"permissions":["board.put"]');
  });
});
