import { dirname, sep } from 'node:path';
import ts from 'typescript';
import { doorPaths } from './sources';

/** Files that are no part of the projects: declarations of this package and of others. */
const sourceFiles = new Map<string, ts.SourceFile | undefined>();

/**
 * What the compiler says of the files of a project, with its own options; empty for valid code.
 *
 * @param configFile  in a folder of the project
 */
export function projectErrors(configFile: string): string {
  const project = dirname(dirname(configFile)) + sep;
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (said: ts.Diagnostic) => fail(said) };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
    configFile,
    { paths: doorPaths(), rootDir: '/' },
    host,
  )!;
  const program = ts.createProgram(fileNames, options, sharingHost(options, project));
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(project));
  const said = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  return ts.formatDiagnostics(said, FORMAT);
}

const FORMAT: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};

function fail(said: ts.Diagnostic): never {
  throw new Error(ts.formatDiagnostic(said, FORMAT));
}

/** Reads files outside of the project once, for all projects with the same options. */
function sharingHost(options: ts.CompilerOptions, project: string): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  host.getSourceFile = (name, ...more) => {
    if (name.startsWith(project)) return getSourceFile(name, ...more);
    if (!sourceFiles.has(name)) sourceFiles.set(name, getSourceFile(name, ...more));
    return sourceFiles.get(name);
  };
  return host;
}
