import ts from 'typescript';
import { parsedSource } from '../parsed-source';

/** Where each dialect says what is its own. */
const DIALECTS = 'lib/persistence/dialects/';

/** The only file that may ask a Sequelize for its dialect. */
const ASKING = `${DIALECTS}dialect-of.ts`;

/** Files that may name a database, with the reason. */
const NAMING: Readonly<Record<string, string>> = {
  'lib/persistence/database-url.ts': 'the scheme of a URL decides',
  'lib/persistence/statements/stored-value-queries.ts': "extends Sequelize's own class for the results of each driver",
  'lib/cli/new/': 'the user chooses the driver of a new project',
  'lib/cli/templates/project/': 'the driver that the user chose becomes code',
};

const DATABASES: ReadonlySet<string> = new Set(['sqlite', 'mysql', 'mariadb', 'postgres']);
const QUESTION = /^(?:is|uses)(?:sqlite|mysql|mariadb|server)$/i;

/** Texts without any of this are not parsed. */
const MAY_ASK = /getDialect|sqlite|mysql|mariadb|postgres|isServer|usesServer|\/dialects\//i;

/** Where a file of lib asks which database it is, in place of a question to its dialect: one sentence each. */
export function dialectFaults(path: string, text: string): string[] {
  if (!MAY_ASK.test(text)) return [];
  const faults: string[] = [];
  const source = parsedSource(path, text);
  const add = (node: ts.Node, fault: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    faults.push(`${path}:${line + 1}: ${fault}`);
  };
  const mayName = path.startsWith(DIALECTS) || Object.keys(NAMING).some((allowed) => path.startsWith(allowed));
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) {
      if (node.text === 'getDialect' && path !== ASKING) add(node, 'getDialect belongs to dialectOf');
      if (QUESTION.test(node.text)) add(node, `${node.text} asks which database it is`);
    }
    if (ts.isStringLiteralLike(node) && !mayName) {
      if (DATABASES.has(node.text)) add(node, `it names ${node.text}`);
      if (/\/dialects\/(?:sqlite|mysql|mariadb|servers|sql-words)\b/.test(node.text))
        add(node, `it imports ${node.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}
