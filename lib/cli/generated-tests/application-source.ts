import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Application } from '../../core';

/** The code by which a generated suite refers to an application. */
export interface ApplicationSource {
  /** Import lines of the suite. */
  readonly imports: readonly string[];
  /** The argument of `startTestApplication`. */
  readonly expression: string;
}

const RUNS = /\brun\(/;

/**
 * Finds the module that exports an application or its class. An application that a main module runs is taken from
 * there when that module is loaded.
 *
 * @param sources    TypeScript files of the project
 * @param folder     the folder of the suite
 * @param extension  of imported modules
 * @throws Error when no module declares or exports the class
 */
export function applicationSource(
  application: Application,
  sources: readonly string[],
  folder: string,
  extension: '.js' | '',
): ApplicationSource {
  const { name } = application.constructor;
  const texts = sources.map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const specifier = (file: string) => {
    const path = relative(folder, file.replace(/\.[cm]?tsx?$/, '')).replaceAll('\\', '/');
    return `${path.startsWith('.') ? '' : './'}${path}${extension}`;
  };
  for (const { file, text } of texts) {
    const instance = exportedInstance(text, name);
    if (instance) return { imports: [`import { ${instance} } from '${specifier(file)}';`], expression: instance };
  }
  const declaring = texts.find(({ text }) => text.includes(`class ${name} `));
  if (!declaring) throw new Error(`No source of the project declares the class ${name}: export it from a module.`);
  const isExported = declaring.text.includes(`export class ${name} `);
  if (isExported && !RUNS.test(declaring.text)) {
    return { imports: [`import { ${name} } from '${specifier(declaring.file)}';`], expression: name };
  }
  if (!RUNS.test(declaring.text)) throw new Error(`${declaring.file} does not export ${name}: export the class.`);
  return { imports: [], expression: `await captureApplications(() => require('${specifier(declaring.file)}'))` };
}

/** The name of an exported instance: `orders` of `export const orders = new OrdersApplication(…)`. */
function exportedInstance(text: string, name: string): string | undefined {
  const end = text.indexOf(` = new ${name}(`);
  if (end < 0) return undefined;
  const line = text.slice(text.lastIndexOf('\n', end) + 1, end);
  return line.startsWith('export const ') ? line.slice('export const '.length).split(':')[0]!.trim() : undefined;
}

/** The file that declares a domain class. */
export function sourceOf(className: string, sources: readonly string[]): string | undefined {
  return sources.find((file) => readFileSync(file, 'utf8').includes(`class ${className} `));
}

/** Whether a file is in one of the packages, which are folders below the modules, named by their path or its end. */
export function isInPackages(file: string | undefined, packages: readonly string[], moduleRoot: string): boolean {
  if (packages.length === 0) return true;
  if (file === undefined) return false;
  const folder = `/${relative(moduleRoot, dirname(file)).replaceAll('\\', '/')}/`;
  return packages.some((name) => folder.includes(`/${join(name.replaceAll('.', '/')).replaceAll('\\', '/')}/`));
}
