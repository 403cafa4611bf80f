import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Application,
  type ApplicationClass,
  type Container,
  collectApplications,
  collectContainers,
  isApplication,
} from '../../core';
import type { ProjectModules } from './project-modules';

const MAIN = /^(main|index)\.(js|cjs|mjs|ts)$/;
const RUNS = /\brun\)?\(/;

type Found = ApplicationClass | Application;

export interface FoundApplications {
  /** The container that the main module runs. */
  readonly container?: Container;
  readonly applications: readonly Found[];
  /** The modules that mention an application, besides the main module. */
  readonly declaring: readonly string[];
}

/**
 * Loads the modules of a project that mention an application, and only those, because loading a module may have side
 * effects. Nothing is started or mounted meanwhile.
 *
 * The applications are those that modules export. Without one, they are those that modules start or mount while they are
 * loaded, and then those that their exported functions without parameters make.
 */
export async function findApplications({ root, files }: ProjectModules): Promise<FoundApplications> {
  const main = files.find((file) => file === join(root, basename(file)) && MAIN.test(basename(file)));
  const mentioning = files.filter((file) => readFileSync(file, 'utf8').includes('Application'));
  const declaring = mentioning.filter((file) => file !== main);
  const exported = new Set<Found>();
  const mounted = new Mounted();
  const functions: Maker[] = [];
  const load = async (file: string) => {
    const exports = await mounted.unless(() => loadModule(root, file));
    for (const application of applicationsIn(exports)) exported.add(application);
    functions.push(...makersIn(exports));
  };
  const [container] = await collectContainers(() =>
    collectApplications(mounted.receive, async () => {
      for (const file of declaring) await load(file);
      if (main && RUNS.test(readFileSync(main, 'utf8'))) await loadModule(root, main);
      // The main module may await something before it calls run().
      await new Promise(setImmediate);
    }),
  );
  if (container || exported.size > 0) return { container, applications: withoutClasses(exported), declaring };
  await collectApplications(mounted.receive, async () => {
    if (mounted.applications.size === 0 && main && mentioning.includes(main)) await load(main);
    for (const make of mounted.applications.size === 0 && exported.size === 0 ? functions : []) {
      for (const application of applicationsIn(await mounted.unless(async () => make()))) exported.add(application);
    }
  });
  return { applications: withoutClasses(new Set([...exported, ...mounted.applications])), declaring };
}

/** The applications that modules have started or mounted instead of exporting them. */
class Mounted {
  readonly applications = new Set<Found>();
  #wake: () => void = () => undefined;

  readonly receive = (application: object): void => {
    if (isApplication(application)) this.applications.add(application);
    this.#wake();
  };

  /** The result of work; undefined if it starts an application, which it waits for in vain. */
  unless(work: () => Promise<unknown>): Promise<unknown> {
    const woken = new Promise<undefined>((wake) => {
      this.#wake = () => setImmediate(() => setImmediate(() => wake(undefined)));
    });
    return Promise.race([work(), woken]);
  }
}

type Maker = () => unknown;

/** An ES module with a top-level `await` can only be imported. */
async function loadModule(root: string, file: string): Promise<unknown> {
  try {
    return createRequire(join(root, 'package.json'))(file);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error;
    return import(pathToFileURL(file).href);
  }
}

/** The exports, or the single export of `module.exports = …`. */
function partsOf(exports: unknown): readonly unknown[] {
  if (typeof exports === 'function') return [exports];
  return exports === null || typeof exports !== 'object' ? [] : [exports, ...Object.values(exports)];
}

function applicationsIn(exports: unknown): readonly Found[] {
  return partsOf(exports).filter(isApplication);
}

/** Functions that may make an application; those with parameters cannot be called. */
function makersIn(exports: unknown): readonly Maker[] {
  const functions = partsOf(exports).filter((part): part is Maker => typeof part === 'function');
  return functions.filter((part) => part.length === 0 && !isClass(part));
}

function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class');
}

/** Without the classes of exported instances. */
function withoutClasses(applications: ReadonlySet<Found>): readonly Found[] {
  const hasInstance = (candidate: unknown) => [...applications].some((other) => other.constructor === candidate);
  return [...applications].filter((application) => !hasInstance(application));
}
