import { dirname, join } from 'node:path';
import ts from 'typescript';
import { doorPaths } from '../sources';

const ROOT = join(__dirname, '../../..');

/**
 * The compiler errors of modules with the options of this project: `name:line: message`.
 *
 * @param modules  TypeScript sources by name
 */
export function typeErrors(modules: ReadonlyMap<string, string>): string[] {
  const files = new Map([...modules].map(([name, text]) => [fileOf(name), { name, text }]));
  const options = { ...projectOptions(), noEmit: true, paths: doorPaths() };
  const program = ts.createProgram([...files.keys()], options, hostWith(options, files));
  return [...files].flatMap(([file, { name }]) => {
    const source = program.getSourceFile(file)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((said) => {
      const line = source.getLineAndCharacterOfPosition(said.start ?? 0).line + 1;
      return `${name}, line ${line} of its module: ${ts.flattenDiagnosticMessageText(said.messageText, ' ')}`;
    });
  });
}

/** A folder from which the packages of this project are resolved; nothing is written there. */
function fileOf(name: string): string {
  return join(ROOT, 'spec', 'examples', `${name.replace(/\W/g, '-')}.ts`);
}

function projectOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT).options;
}

function hostWith(options: ts.CompilerOptions, files: ReadonlyMap<string, { text: string }>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  return {
    ...host,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    fileExists: (path) => files.has(path) || fileExists(path),
    readFile: (path) => files.get(path)?.text ?? readFile(path),
    directoryExists: (path) => [...files.keys()].some((file) => dirname(file) === path) || directoryExists!(path),
    getSourceFile: (path, target) => {
      const text = files.get(path)?.text;
      return text === undefined ? getSourceFile(path, target) : ts.createSourceFile(path, text, target);
    },
  };
}
