import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '..');
const page = readFileSync(join(ROOT, 'docs/dialects.md'), 'utf8');

/** The members of an interface with the types of their values, those that it extends included. */
function membersOf(file: string, name: string): (readonly [name: string, type: string])[] {
  const path = join(ROOT, 'lib/persistence', file);
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  return (found as ts.InterfaceDeclaration).members.map((member) => [
    member.name!.getText(),
    ts.isPropertySignature(member) ? member.type!.getText() : '',
  ]);
}

describe('docs/dialects.md', () => {
  it('says of each member of the interface what a third database would have to say', () => {
    const [name, system, ...groups] = membersOf('dialects/dialect.ts', 'Dialect');
    const members = groups.flatMap(([group, type]) => {
      const own = membersOf(type === 'Errors' ? 'dialects/errors.ts' : 'dialects/dialect.ts', type);
      const inherited = type === 'Syntax' ? membersOf('sql-tokens.ts', 'SqlRules') : [];
      return [...own, ...inherited].map(([member]) => `${group}.${member}`);
    });
    const rows = [...page.matchAll(/^\| `([\w.]+)` \| [^|]/gm)].map(([, member]) => member!);

    expect(members.length).toBeGreaterThan(60);
    expect([...rows].sort()).toEqual([name![0], system![0], ...members].sort());
  });
});
