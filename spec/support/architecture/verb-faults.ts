import ts from 'typescript';

/** Where each verb says what is its own. */
const VERBS = 'lib/rest/verbs/';

/** Files whose tables have these words, with the reason. */
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'lib/metadata/describe-actions.ts':
    'metadata knows no routes; the names that an action must not have are in the specification',
  'lib/apidocs/schema/model-schemas.ts': 'the models of a class, of which several verbs use the same',
  'lib/cli/generated-tests/kinds.ts': 'the kinds of tests, by the names that users choose them with',
  'lib/testing/walk/aggregate-walk.ts': 'steps on a model in memory, which the routes are compared with',
};

/** Words that stand for a verb of an operation wherever they are. */
const TELLING = ['list', 'replace', 'restore', 'act', 'batch', 'readLarge', 'updateLarge', 'deleteLarge'];

/** The other verbs are also flags of exposure and kinds of writes. */
const WORDS: ReadonlySet<string> = new Set(['create', 'read', 'update', 'delete', ...TELLING]);

/** Types whose first argument is what they are keyed by, or made of. */
const TABLES: ReadonlySet<string> = new Set(['Record', 'Map', 'Set', 'ReadonlyMap', 'ReadonlySet']);
const VERB_TYPES: ReadonlySet<string> = new Set(['Verb', 'LargeVerb']);

/** Two verbs tell a case from the rest; a file that compares with more decides for each verb. */
const MAX_COMPARED = 2;

/** Texts without any of this are not parsed. */
const MAY_NAME = /verb|\b(?:list|replace(?!\()|restore|act|batch|readLarge|updateLarge|deleteLarge)\b/i;

const TABLE = 'a table keyed by verb';
const LIST = 'a list of verbs';

/** Where a file of lib says something of several verbs, in place of reading their definitions: one sentence each. */
export function verbFaults(path: string, text: string): string[] {
  if (path.startsWith(VERBS) || path in EXCEPTIONS || !MAY_NAME.test(text)) return [];
  const faults: string[] = [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const compared = new Set<string>();
  const visit = (node: ts.Node) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    const fault = faultOf(node, source);
    if (fault !== undefined) faults.push(`${path}:${line + 1}: ${fault}`);
    const verb = comparedVerb(node, source);
    if (verb !== undefined) compared.add(verb);
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (compared.size > MAX_COMPARED) faults.push(`${path}: it compares with ${[...compared].sort().join(', ')}`);
  return faults;
}

function faultOf(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (ts.isObjectLiteralExpression(node)) return isAboutVerbs(node.properties.map(nameOf)) ? TABLE : undefined;
  if (ts.isArrayLiteralExpression(node)) return isAboutVerbs(node.elements.map(wordOf)) ? LIST : undefined;
  if (ts.isSwitchStatement(node)) return isOverVerbs(node, source) ? 'a switch over verbs' : undefined;
  if (ts.isMappedTypeNode(node)) return isVerbType(node.typeParameter.constraint) ? TABLE : undefined;
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && TABLES.has(node.typeName.text))
    return isVerbType(node.typeArguments?.[0]) ? TABLE : undefined;
  return undefined;
}

function isAboutVerbs(words: readonly (string | undefined)[]): boolean {
  const verbs = words.filter((word) => word !== undefined && WORDS.has(word));
  return verbs.length > 1 && verbs.some((verb) => TELLING.includes(verb!));
}

function nameOf({ name }: ts.ObjectLiteralElementLike): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;
}

/** The word itself, or the one at the begin of a pair or of an object: `['list', …]`, `{ verb: 'list', … }`. */
function wordOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isArrayLiteralExpression(node) && node.elements[0]) return wordOf(node.elements[0]);
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const verb = node.properties.find((property) => nameOf(property) === 'verb');
  return verb && ts.isPropertyAssignment(verb) ? wordOf(verb.initializer) : undefined;
}

function isOverVerbs({ expression, caseBlock }: ts.SwitchStatement, source: ts.SourceFile): boolean {
  const cases = caseBlock.clauses.flatMap((clause) =>
    ts.isCaseClause(clause) ? wordOf(clause.expression) : undefined,
  );
  const isVerb = isNamedVerb(expression, source) && cases.some((word) => word !== undefined && WORDS.has(word));
  return isVerb || isAboutVerbs(cases);
}

/** `Verb`, `Operation['verb']`, or a part of them by `Exclude` or `Extract`. */
function isVerbType(type: ts.TypeNode | undefined): boolean {
  if (!type) return false;
  if (ts.isIndexedAccessTypeNode(type)) {
    const { indexType } = type;
    return (
      ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) && indexType.literal.text === 'verb'
    );
  }
  if (ts.isUnionTypeNode(type)) return type.types.some(isVerbType);
  if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return false;
  return VERB_TYPES.has(type.typeName.text) || (type.typeArguments ?? []).some(isVerbType);
}

function comparedVerb(node: ts.Node, source: ts.SourceFile): string | undefined {
  if (!ts.isBinaryExpression(node) || !EQUALITY.has(node.operatorToken.kind)) return undefined;
  if (!ts.isStringLiteralLike(node.right) || !isNamedVerb(node.left, source)) return undefined;
  return WORDS.has(node.right.text) ? node.right.text : undefined;
}

const EQUALITY: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);

function isNamedVerb(expression: ts.Expression, source: ts.SourceFile): boolean {
  return /\bverb$/i.test(expression.getText(source));
}
