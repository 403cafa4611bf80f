import ts from 'typescript';
import { parsedSource } from '../parsed-source';

/** A regular expression in the source. */
export interface SourceExpression {
  /** `lib/naming/case.ts:12`. */
  readonly place: string;
  readonly expression: RegExp;
}

/**
 * The regular expressions of a TypeScript file: literals, and `new RegExp` of constants of the file.
 *
 * A regular expression that is only constructed to validate it, and never run, is left out.
 *
 * @throws Error for an expression that is not built of constants, since it cannot be checked
 */
export function regularExpressionsOf(path: string, text: string): SourceExpression[] {
  const file = parsedSource(path, text);
  const found: SourceExpression[] = [];
  const visit = (node: ts.Node): void => {
    const expression = expressionOf(node, file);
    if (expression) found.push({ place: placeOf(node, file), expression });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function expressionOf(node: ts.Node, file: ts.SourceFile): RegExp | undefined {
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node);
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isMade || node.expression.getText(file) !== 'RegExp' || ts.isExpressionStatement(node.parent)) return undefined;
  const [source, flags] = (node.arguments ?? []).map((argument) => constantOf(argument, file));
  return new RegExp(source ?? '', flags);
}

function literalOf({ text }: ts.RegularExpressionLiteral): RegExp {
  const end = text.lastIndexOf('/');
  return new RegExp(text.slice(1, end), text.slice(end + 1));
}

function constantOf(node: ts.Expression, file: ts.SourceFile): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => constantOf(span.expression, file) + span.literal.text);
    return node.head.text + spans.join('');
  }
  const value = ts.isIdentifier(node) ? initializerOf(node.text, file) : undefined;
  if (!value) throw new Error(`${placeOf(node, file)} makes a regular expression of what is no constant of the file.`);
  return constantOf(value, file);
}

function initializerOf(name: string, file: ts.SourceFile): ts.Expression | undefined {
  const constants = file.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => [...one.declarationList.declarations]);
  return constants.find((declaration) => declaration.name.getText(file) === name)?.initializer;
}

function placeOf(node: ts.Node, file: ts.SourceFile): string {
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
}
