import { addMember } from '../../lib/cli/model/add-member';
import { collectionMember } from '../../lib/cli/templates/member-lines';

const ITEMS = collectionMember({ className: 'Item', module: './item', member: 'items' });

function added(...lines: string[]): string[] | undefined {
  return addMember(`${lines.join('\n')}\n`, 'Cart', 'items', ITEMS)
    ?.trimEnd()
    .split('\n');
}

const MEMBER = ['  @HasMany(() => Item)', '  declare items: Item[];'];
const IMPORTS = ["import { HasMany } from 'sequelize-typescript';", "import { Item } from './item';"];

describe('addMember()', () => {
  it('adds a member after the last property and keeps comments', () => {
    const property = '  declare name: string; // of the customer';
    const method = ['  /** The sum. */', '  total() {', '    return 0;', '  }'];

    expect(added(...IMPORTS, 'class Cart {', property, '', ...method, '}')).toEqual([
      ...[...IMPORTS, 'class Cart {', property, '', ...MEMBER, '', ...method, '}'],
    ]);
  });

  it('adds a member at the beginning of a class without properties', () => {
    expect(added(...IMPORTS, 'class Cart {}')).toEqual([...IMPORTS, 'class Cart {', ...MEMBER, '}']);
    expect(added(...IMPORTS, 'class Cart {', '  total() {}', '}')).toEqual([
      ...[...IMPORTS, 'class Cart {', ...MEMBER, '', '  total() {}', '}'],
    ]);
  });

  it('adds imports to an existing import of the module, or after the last one', () => {
    const before = ["import { Column, Table } from 'sequelize-typescript';", "import fs from 'node:fs';"];

    expect(added(...before, '', 'class Cart {', '}')?.slice(0, 4)).toEqual([
      "import { Column, HasMany, Table } from 'sequelize-typescript';",
      ...[before[1], "import { Item } from './item';", ''],
    ]);
    expect(added('class Cart {', '}')?.slice(0, 3)).toEqual([...IMPORTS, 'class Cart {']);
  });

  it.each([
    ['the class does not exist', ['class Basket {}']],
    ['the class already has the member', ['class Cart {', '  items() {}', '}']],
    ['a needed name is imported from another module', ["import { Item } from './other';", 'class Cart {}']],
    ['the class is written on one line', ['class Cart { declare name: string }']],
    ['the module cannot be parsed', ['class Cart {']],
  ])('changes nothing when %s', (_, lines) => {
    expect(added(...lines)).toBeUndefined();
  });
});
