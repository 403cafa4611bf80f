import { stringLiteral } from '../templates/string-literal';

/** A member of an object literal: a value, a nested object, or a function of a key that returns an object. */
export type CodeMember =
  | { readonly name: string; readonly comment?: string; readonly code: string }
  | { readonly name: string; readonly parameter?: string; readonly members: readonly CodeMember[] };

const PLAIN_NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
const MAX_LINE_LENGTH = 120;

/**
 * Formats members as lines of code.
 *
 * @param depth  the indentation of the members
 */
export function codeLines(members: readonly CodeMember[], depth: number): readonly string[] {
  const indent = '  '.repeat(depth);
  return members.flatMap((member) => {
    const name = PLAIN_NAME.test(member.name) ? member.name : stringLiteral(member.name);
    if ('code' in member) return [...commentLines(member.comment, indent), ...valueLines(name, member.code, indent)];
    const inner = codeLines(member.members, depth + 1);
    if (member.parameter === undefined) return [`${indent}${name}: {`, ...inner, `${indent}},`];
    return [`${indent}${name}: (${member.parameter}: Key) => ({`, ...inner, `${indent}}),`];
  });
}

/** Formats the declaration of an array of texts. */
export function arrayLines(declaration: string, texts: readonly string[]): readonly string[] {
  const literals = texts.map(stringLiteral);
  const line = `${declaration} = [${literals.join(', ')}];`;
  if (line.length <= MAX_LINE_LENGTH) return [line];
  return [`${declaration} = [`, ...literals.map((literal) => `  ${literal},`), '];'];
}

function commentLines(comment: string | undefined, indent: string): readonly string[] {
  return comment === undefined ? [] : [`${indent}/** ${comment.replace(/\s+/g, ' ').replaceAll('*/', '* /')} */`];
}

function valueLines(name: string, code: string, indent: string): readonly string[] {
  const line = `${indent}${name}: ${code},`;
  if (line.length <= MAX_LINE_LENGTH) return [line];
  const open = code.indexOf('(');
  const args = code.slice(open + 1, -1).split(', ');
  return [
    `${indent}${name}: ${code.slice(0, open)}(`,
    ...args.map((argument) => `${indent}  ${argument},`),
    `${indent}),`,
  ];
}
