import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as decorators from 'sequelize-typescript';
import ts from 'typescript';
import { METADATA_ERROR_CODES } from '../lib/metadata';
import { PERSISTENCE_ERROR_CODES } from '../lib/persistence';

const ROOT = join(__dirname, '..');

/** A row of a table: its subject, and its effect in the API. */
interface Row {
  readonly section: string;
  readonly names: readonly string[];
  readonly verdict: string;
  readonly how: string;
}

const rows = rowsOf(readFileSync(join(ROOT, 'docs/models.md'), 'utf8'));

describe('docs/models.md', () => {
  it('lists every decorator that sequelize-typescript exports, and no other', () => {
    const listed = rows.filter(({ section }) => !section.startsWith('Options')).flatMap(({ names }) => names);

    expect(listed.sort()).toEqual(exportedDecorators().sort());
  });

  describe('lists every option, and no other,', () => {
    const options = optionNames({
      Table: "import('sequelize-typescript').TableOptions",
      Column: "import('sequelize').ModelAttributeColumnOptions",
      Index: "Parameters<typeof import('sequelize-typescript').annotateModelWithIndex>[2]",
      Associations: `import('sequelize').HasManyOptions & import('sequelize').HasOneOptions
        & import('sequelize').BelongsToOptions & import('sequelize-typescript').BelongsToManyOptions<{}, {}>`,
      Through: "import('sequelize-typescript').ThroughOptions<{}, {}>",
      Hook: "import('sequelize-typescript').HookOptions",
    });

    it.each([
      ['of @Table', 'Table'],
      ['of @Column', 'Column'],
      ['of @Index', 'Index'],
    ] as const)('%s', (section, type) => {
      expect(listedIn(`Options ${section}`)).toEqual([...options[type]!].sort());
    });

    it('of associations', () => {
      const through = options.Through!.map((name) => `through.${name}`);

      expect(listedIn('Options of associations')).toEqual([...options.Associations!, ...through].sort());
    });

    it('of hooks: a name', () => {
      expect(options.Hook).toEqual(['name']);
    });
  });

  it('has a verdict for each: works, rejected or ignored', () => {
    const wrong = rows.filter(({ verdict, how }) => !['works', 'rejected', 'ignored'].includes(verdict) || how === '');

    expect(wrong).toEqual([]);
  });

  it('names an existing error code for everything that is rejected', () => {
    const codes = [...METADATA_ERROR_CODES, ...PERSISTENCE_ERROR_CODES] as readonly string[];
    const without = rows.filter(({ verdict, how }) => {
      return (verdict === 'rejected' || /\brejected\b/.test(how)) && codesIn(how).length === 0;
    });
    const unknown = rows.flatMap(({ how }) => codesIn(how)).filter((code) => !codes.includes(code));

    expect([without, unknown]).toEqual([[], []]);
    expect(rows.flatMap(({ how }) => codesIn(how)).length).toBeGreaterThan(20);
  });
});

/** In a cell, `A_B` is an error code, since options of Sequelize have no underscores. */
function codesIn(how: string): string[] {
  return [...how.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, code]) => code!);
}

function rowsOf(page: string): Row[] {
  return page
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const section = part.slice(0, part.indexOf('\n'));
      const lines = part.split('\n').filter((line) => line.startsWith('| `'));
      return lines.map((line) => {
        const [first = '', verdict = '', how = ''] = line.slice(2).split(' | ');
        const names = [...first.matchAll(/`@?([^`]+)`/g)].map(([, name]) => name!);
        return { section, names, verdict, how };
      });
    });
}

function listedIn(section: string): string[] {
  const found = rows.filter((row) => row.section === section);
  return found.flatMap(({ names }) => names).sort();
}

/** Capitalised functions that are not classes, and the factory of decorators. */
function exportedDecorators(): string[] {
  const functions = Object.entries(decorators as Readonly<Record<string, unknown>>).filter(
    ([name, value]) => typeof value === 'function' && !/^class\b/.test(String(value)) && /^[A-Z]/.test(name),
  );
  return [...functions.map(([name]) => name), 'createIndexDecorator'];
}

/** The members of types in packages, read with the compiler. */
function optionNames(types: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> {
  const file = join(ROOT, 'spec/option-names.ts');
  const text = Object.entries(types).map(
    ([name, type]) => `export type ${name} = Exclude<${type}, string | undefined>;`,
  );
  const options: ts.CompilerOptions = { target: ts.ScriptTarget.ES2022, skipLibCheck: true, strict: true, types: [] };
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text.join('\n'), ts.ScriptTarget.ES2022, true)
      : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([file], { ...options, moduleResolution: ts.ModuleResolutionKind.Node10 }, host);
  const checker = program.getTypeChecker();
  const aliases = program.getSourceFile(file)!.statements.filter(ts.isTypeAliasDeclaration);
  return Object.fromEntries(
    aliases.map((alias) => {
      const members = checker.getPropertiesOfType(checker.getTypeAtLocation(alias.type));
      return [alias.name.text, members.map(({ name }) => name)];
    }),
  );
}
