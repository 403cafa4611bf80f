import ts from 'typescript';

/** A module as the compiler reads it, with the parents of its nodes and without its comments, which take half of the time. */
export function parsedSource(path: string, text: string): ts.SourceFile {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  return ts.createSourceFile(path, text, options, true);
}
