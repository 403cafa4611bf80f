import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { doorPaths } from './sources';

/** The messages of the compiler about the generated classes in folders. */
export function compilerMessages(folders: readonly string[]): readonly string[] {
  const root = join(__dirname, '..', '..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram(files, { ...options, paths: doorPaths() }, host);
  return files.flatMap((file) => {
    const diagnostics = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    return diagnostics.map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  });
}
