import ts from 'typescript';
import { parsedSource } from '../parsed-source';

/** The imports of one file. */
export interface SourceImports {
  /** In the order written: imports, type imports, `export … from`, `import()`, `import('…').Type` and `require`. */
  readonly specifiers: readonly string[];
  /** The specifiers of `export * from`, with or without a name. */
  readonly starExports: readonly string[];
}

/** Reads the imports of a TypeScript file with the compiler's own parser. */
export function sourceImports(path: string, text: string): SourceImports {
  const specifiers: string[] = [];
  const starExports: string[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined) specifiers.push(specifier);
    if (specifier !== undefined && isStarExport(node)) starExports.push(specifier);
    ts.forEachChild(node, visit);
  };
  visit(parsedSource(path, text));
  return { specifiers, starExports };
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isExternalModuleReference(node)) return literal(node.expression);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
  if (ts.isCallExpression(node) && isLoad(node.expression)) return literal(node.arguments[0]);
  return undefined;
}

function isLoad(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isPropertyAccessExpression(callee)) return isLoad(callee.expression) && callee.name.text === 'resolve';
  return ts.isIdentifier(callee) && callee.text === 'require';
}

function isStarExport(node: ts.Node): boolean {
  if (!ts.isExportDeclaration(node)) return false;
  return node.exportClause === undefined || ts.isNamespaceExport(node.exportClause);
}

/** A computed specifier, such as the module of an application's configuration, is not an import of the project. */
function literal(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}
