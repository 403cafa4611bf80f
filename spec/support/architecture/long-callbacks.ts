import ts from 'typescript';
import { parsedSource } from '../parsed-source';

/** `describe` and `it`, with `.each` or `.skip`, chosen by a condition, or wrapped as in `describeInChromium`. */
const TEST_FUNCTION = /\b(describe\w*|it)\b/;

/** The callbacks of `describe` and `it` in a spec that have more lines than the limit: `path:line: lines`. */
export function longCallbacks(path: string, text: string, limit: number): string[] {
  const source = parsedSource(path, text);
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TEST_FUNCTION.test(calleeOf(node, source)))
      for (const callback of node.arguments.filter(isFunction)) {
        const [first, last] = [lineAt(callback.getStart(source)), lineAt(callback.getEnd())];
        if (last - first >= limit) found.push(`${path}:${first}: ${last - first + 1}`);
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Without the tables of `.each`, which may contain any text. */
function calleeOf({ expression }: ts.CallExpression, source: ts.SourceFile): string {
  return (ts.isCallExpression(expression) ? expression.expression : expression).getText(source);
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}
