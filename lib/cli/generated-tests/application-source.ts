import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Application } from '../../core';
import { declaringFile } from './declaring-file';

/** The code by which a generated suite gets its application. */
export interface ApplicationSource {
  /** Import lines of the suite. */
  readonly imports: readonly string[];
  /** The argument of `startTestApplication`. */
  readonly expression: string;
}

const CALLS_RUN = /\brun\(/;

/**
 * Finds out how a suite can import an application. An exported instance is preferred to its class, since it has been
 * constructed with the options of the project. A module that calls `run()` would start its own server when it is
 * imported, so the suite loads it by `captureApplications`.
 *
 * @param sources    TypeScript files of the project
 * @param folder     the folder of the suite
 * @param extension  of imported modules
 * @throws Error when no source declares the class, or its module does not export it
 */
export function applicationSource(
  application: Application,
  sources: readonly string[],
  folder: string,
  extension: '.js' | '',
): ApplicationSource {
  const { name } = application.constructor;
  const importing = (imported: string, file: string): ApplicationSource => ({
    imports: [`import { ${imported} } from '${specifierOf(file, folder, extension)}';`],
    expression: imported,
  });
  for (const file of sources) {
    const instance = exportedInstance(readFileSync(file, 'utf8'), name);
    if (instance) return importing(instance, file);
  }
  const file = declaringFile(name, sources);
  if (!file) throw new Error(notDeclaredMessage(name));
  const text = readFileSync(file, 'utf8');
  if (CALLS_RUN.test(text)) {
    const specifier = specifierOf(file, folder, extension);
    return { imports: [], expression: `await captureApplications(() => require('${specifier}'))` };
  }
  if (!text.includes(`export class ${name} `)) throw new Error(`${file} does not export ${name}: export the class.`);
  return importing(name, file);
}

function notDeclaredMessage(name: string): string {
  return (
    `No TypeScript file of the project declares the class ${name}, which the generated tests start: ` +
    'declare it in a file that tsconfig.json includes, and export it.'
  );
}

function specifierOf(file: string, folder: string, extension: '.js' | ''): string {
  const path = relative(folder, file.replace(/\.[cm]?tsx?$/, '')).replaceAll('\\', '/');
  return `${path.startsWith('.') ? '' : './'}${path}${extension}`;
}

/** The name of an exported instance: `orders` of `export const orders = new OrdersApplication(…)`. */
function exportedInstance(text: string, className: string): string | undefined {
  const end = text.indexOf(` = new ${className}(`);
  if (end < 0) return undefined;
  const line = text.slice(text.lastIndexOf('\n', end) + 1, end);
  return line.startsWith('export const ') ? line.slice('export const '.length).split(':')[0]!.trim() : undefined;
}
