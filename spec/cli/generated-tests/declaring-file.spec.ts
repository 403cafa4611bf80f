import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declaringFile } from '../../../lib/cli/generated-tests/declaring-file';

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'source-'));
});
afterEach(() => rmSync(project, { recursive: true }));

describe('declaringFile()', () => {
  it('finds the file of a class by its whole name', () => {
    const [item, order] = [join(project, 'order-item.ts'), join(project, 'order.ts')];
    writeFileSync(item, 'export class OrderItem extends BaseDomain {}');
    writeFileSync(order, 'export class Order extends BaseDomain {}');

    expect(declaringFile('Order', [item, order])).toBe(order);
    expect(declaringFile('Item', [item, order])).toBeUndefined();
  });
});
