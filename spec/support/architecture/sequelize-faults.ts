import ts from 'typescript';
import { parsedSource } from '../parsed-source';

/** The folder that declares and reads what Sequelize's types leave out. */
export const MEMBERS = 'lib/persistence/sequelize/';

/** The files that may cast past `unknown`, with the reason. */
const CASTING: Readonly<Record<string, string>> = {
  'lib/persistence/adoption/describe-model.ts': 'the type parameters only matter to the caller',
  'lib/persistence/models/column-rules.ts': "the parameters of Sequelize's error are declared in another order",
  'lib/persistence/reads/locate-rows.ts': 'links are read as rows of any columns',
  'lib/persistence/writes/check-invariants.ts': 'an invariant is a method of the application, by its name',
};

/** Parts that still cast by themselves, or read private members. */
const WAITING: readonly string[] = ['lib/persistence/reads/'];

/** Members of the drivers and of Node.js, and names that Sequelize has in its types alone. */
const OTHERS: ReadonlySet<string> = new Set([
  '_command',
  '_handshakePacket',
  '_host',
  '_attributes',
  '_creationAttributes',
  '_known',
]);

const PRIVATE = /^_[a-z]/i;

/** Where a file of persistence goes past the types of Sequelize by itself: one sentence each. */
export function sequelizeFaults(path: string, text: string): string[] {
  const faults: string[] = [];
  if (path.startsWith(MEMBERS) || WAITING.some((part) => path.startsWith(part))) return faults;
  visitNodes(path, text, (node, line) => {
    const name = memberName(node);
    if (name !== undefined && !OTHERS.has(name)) faults.push(`${path}:${line}: ${name} belongs to ${MEMBERS}`);
    if (isCast(node) && !(path in CASTING)) faults.push(`${path}:${line}: it casts past unknown`);
  });
  return faults;
}

/** The private members that a file names. */
export function privateMembers(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  visitNodes('members.ts', text, (node) => {
    const name = memberName(node);
    if (name !== undefined) names.add(name);
  });
  return names;
}

export function countCasts(text: string): number {
  let count = 0;
  visitNodes('casts.ts', text, (node) => {
    if (isCast(node)) count++;
  });
  return count;
}

function visitNodes(path: string, text: string, visit: (node: ts.Node, line: number) => void): void {
  const source = parsedSource(path, text);
  const visitAll = (node: ts.Node) => {
    visit(node, source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    ts.forEachChild(node, visitAll);
  };
  visitAll(source);
}

/** The name of a private member, where it is declared, read, set, or taken apart. */
function memberName(node: ts.Node): string | undefined {
  const name = nameIn(node);
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) && PRIVATE.test(name.text)
    ? name.text
    : undefined;
}

function nameIn(node: ts.Node): ts.Node | undefined {
  // Of `{ _changed: names }` the member, not the variable; `_rest` of `...` and the items of a list are variables.
  if (ts.isBindingElement(node)) return node.dotDotDotToken ? undefined : (node.propertyName ?? node.name);
  if (ts.isElementAccessExpression(node)) return node.argumentExpression;
  if (ts.isPropertyAccessExpression(node) || ts.isClassElement(node) || ts.isTypeElement(node)) return node.name;
  return ts.isObjectLiteralElement(node) ? node.name : undefined;
}

function isCast(node: ts.Node): boolean {
  return ts.isAsExpression(node) && ts.isAsExpression(node.expression) && isUnknown(node.expression.type);
}

function isUnknown(type: ts.TypeNode): boolean {
  return type.kind === ts.SyntaxKind.UnknownKeyword;
}
