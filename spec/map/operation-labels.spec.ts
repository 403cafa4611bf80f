import type { MapEntity, MapOperation } from '../../lib/map/domain-map';
import {
  hiddenPathsText,
  labelLines,
  permissionLines,
  shortPath,
  shownResources,
} from '../../lib/map/operation-labels';

const operation = (label: string, method: string, permissions: readonly string[] = []): MapOperation => ({
  label,
  method,
  path: '/orders',
  permissions,
});

const withPaths = (...paths: readonly string[]) =>
  ({ resources: paths.map((path) => ({ path, operations: [] })) }) as unknown as MapEntity;

describe('The paths on a card', () => {
  it('are the two shortest ones, with the number of the others', () => {
    const entity = withPaths('/a', '/b/{id}/a', '/c/{id}/b/{id}/a', '/d/{id}/c/{id}/b/{id}/a');

    expect(shownResources(entity).map(({ path }) => path)).toEqual(['/a', '/b/{id}/a']);
    expect(hiddenPathsText(entity)).toBe('and 2 longer paths');
    expect(hiddenPathsText(withPaths('/a', '/b', '/c'))).toBe('and 1 longer path');
    expect(hiddenPathsText(withPaths('/a', '/b'))).toBeUndefined();
  });

  it.each([
    ['/orders', '/orders'],
    ['/orders/{id}', '/orders/{id}'],
    ['/orders/{order_id}/order_items/{order_item_id}/shipments', '/orders/…/shipments'],
  ])('are shortened to their first and last segment: %s', (path, expected) => {
    expect(shortPath(path)).toBe(expected);
  });
});

describe('The operations on a card', () => {
  it('omit PATCH beside PUT, and continue on further lines', () => {
    const labels = ['create', 'list', 'read'].map((label) => operation(label, 'GET'));
    const operations = [...labels, operation('update', 'PUT'), operation('update', 'PATCH')];

    const lines = labelLines({ path: '/orders', operations }, 120);

    expect(lines.map((line) => line.map((label) => label.operation.label))).toEqual([
      ['create', 'list'],
      ['read', 'update'],
    ]);
    expect(lines.map(([first]) => first!.x)).toEqual([14, 14]);
  });

  it('are grouped by the permissions that they require', () => {
    const operations = [
      operation('create', 'POST', ['edit']),
      operation('list', 'GET'),
      operation('cancel(reason)', 'PUT', ['edit']),
      operation('delete', 'DELETE', ['edit', 'remove']),
    ];

    expect(permissionLines({ path: '/orders', operations })).toEqual([
      'requires edit: create, cancel',
      'requires edit, remove: delete',
    ]);
  });
});
