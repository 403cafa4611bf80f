import type * as TypeScript from 'typescript';
import { importLine } from '../templates/code-file';
import type { Member } from '../templates/member-lines';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Adds a member after the last property of a class, with the imports that it needs. The rest of the file is unchanged.
 *
 * @returns the new text; undefined when this is not safe: the class does not exist, it already has such a member, or a
 *          needed name is imported from another module
 */
export function addMember(
  source: TypeScript.SourceFile,
  className: string,
  name: string,
  member: Member,
  compiler: typeof TypeScript,
): string | undefined {
  const declaration = source.statements.find(
    (one): one is TypeScript.ClassDeclaration => compiler.isClassDeclaration(one) && one.name?.text === className,
  );
  if (!declaration || declaration.members.some((one) => one.name?.getText(source) === name)) return undefined;
  const imports = member.uses.map(([module, ...names]) => importEdit(source, module, names, compiler));
  if (imports.includes('impossible')) return undefined;
  const edits = [
    ...imports.filter((edit): edit is Edit => typeof edit === 'object'),
    memberEdit(source, declaration, member, compiler),
  ];
  const text = applyEdits(source.text, edits);
  return hasMember(text, className, name, compiler) ? text : undefined;
}

/** Whether the text can be parsed, and the class has the member. */
function hasMember(text: string, className: string, name: string, compiler: typeof TypeScript): boolean {
  const { diagnostics = [] } = compiler.transpileModule(text, { reportDiagnostics: true });
  const source = compiler.createSourceFile('edited.ts', text, compiler.ScriptTarget.Latest, true);
  const declaration = source.statements.find((one) => compiler.isClassDeclaration(one) && one.name?.text === className);
  const members = declaration && compiler.isClassDeclaration(declaration) ? declaration.members : [];
  return diagnostics.length === 0 && members.some((member) => member.name?.getText(source) === name);
}

function memberEdit(
  source: TypeScript.SourceFile,
  declaration: TypeScript.ClassDeclaration,
  { lines }: Member,
  compiler: typeof TypeScript,
): Edit {
  const lastProperty = declaration.members.filter((one) => compiler.isPropertyDeclaration(one)).at(-1);
  const body = lines.map((line) => `  ${line}\n`).join('');
  if (lastProperty) {
    const position = endOfLine(source.text, lastProperty.end);
    return { start: position, end: position, text: `\n${body}` };
  }
  const { pos } = declaration.members;
  return { start: pos, end: declaration.members.length === 0 ? declaration.end - 1 : pos, text: `\n${body}` };
}

/** Imports the names that are missing, in an existing import of the module if there is one. */
function importEdit(
  source: TypeScript.SourceFile,
  module: string,
  names: readonly string[],
  compiler: typeof TypeScript,
): Edit | 'impossible' | undefined {
  const declarations = source.statements.filter((one) => compiler.isImportDeclaration(one));
  const known = new Map(declarations.flatMap((one) => importedNames(one, compiler).map((name) => [bare(name), one])));
  const missing = names.filter((name) => !known.has(bare(name)));
  const from = (one: TypeScript.ImportDeclaration) => (one.moduleSpecifier as TypeScript.StringLiteral).text;
  if (names.some((name) => known.has(bare(name)) && from(known.get(bare(name))!) !== module)) return 'impossible';
  if (missing.length === 0) return undefined;
  const existing = declarations.find(
    (one) => from(one) === module && !one.importClause?.isTypeOnly && importedNames(one, compiler).length > 0,
  );
  if (existing) {
    const text = importLine(module, [...importedNames(existing, compiler), ...missing]);
    return { start: existing.getStart(source), end: existing.end, text };
  }
  const last = declarations.at(-1);
  const position = last ? endOfLine(source.text, last.end) : 0;
  return { start: position, end: position, text: `${importLine(module, missing)}\n` };
}

/** The named imports of a declaration, as they are written: `type Ref`; empty for other forms of imports. */
function importedNames({ importClause }: TypeScript.ImportDeclaration, compiler: typeof TypeScript): readonly string[] {
  const bindings = importClause?.namedBindings;
  if (!bindings || !compiler.isNamedImports(bindings) || importClause.name) return [];
  return bindings.elements.map((one) => one.getText());
}

function bare(name: string): string {
  return name.replace(/^type /, '');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end + 1;
}

/** Applies the last edit first, so that earlier positions stay valid; edits at the same position keep their order. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.start - a.start || b.index - a.index)
    .reduce((whole, { start, end, text: added }) => whole.slice(0, start) + added + whole.slice(end), text);
}
