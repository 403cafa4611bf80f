import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type * as TypeScript from 'typescript';
import { typeScriptOf } from '../project/project-typescript';
import type { Finding } from './finding';

type Compiler = typeof TypeScript;

/** Finds fields of models without `declare` in the TypeScript sources of a project. */
export function checkSources(projectRoot: string): readonly Finding[] {
  const typeScript = typeScriptOf(projectRoot);
  if (!typeScript) return [];
  const { compiler, sources } = typeScript;
  return sources.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (!text.includes('sequelize-typescript')) return [];
    const source = compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true);
    const place = relative(projectRoot, file).replaceAll('\\', '/');
    return fieldsIn(compiler, source).map(({ type, name, line }) => undeclared(`${type}.${name} (${place}:${line})`));
  });
}

function undeclared(place: string): Finding {
  return {
    code: 'FIELD_NOT_DECLARED',
    level: 'warning',
    place,
    problem: 'The field is not declared with "declare": with useDefineForClassFields, it hides its column.',
    remedy: 'Write "declare" before its name.',
  };
}

interface FoundField {
  readonly type: string;
  readonly name: string;
  readonly line: number;
}

function fieldsIn(compiler: Compiler, source: TypeScript.SourceFile): readonly FoundField[] {
  const classes = source.statements.filter(compiler.isClassDeclaration).filter((type) => isDecorated(compiler, type));
  return classes.flatMap((type) => {
    const fields = type.members.filter(compiler.isPropertyDeclaration);
    const missing = fields.filter((field) => isDecorated(compiler, field) && !isDeclared(compiler, field));
    return missing.map((field) => ({
      type: type.name?.text ?? 'class',
      name: field.name.getText(),
      line: source.getLineAndCharacterOfPosition(field.name.getStart()).line + 1,
    }));
  });
}

function isDecorated(compiler: Compiler, node: TypeScript.HasDecorators): boolean {
  return (compiler.getDecorators(node) ?? []).length > 0;
}

function isDeclared(compiler: Compiler, { modifiers = [] as never }: TypeScript.PropertyDeclaration): boolean {
  const kinds: readonly number[] = [...modifiers].map(({ kind }) => kind);
  return kinds.includes(compiler.SyntaxKind.DeclareKeyword) || kinds.includes(compiler.SyntaxKind.StaticKeyword);
}
