import { join, relative, resolve } from 'node:path';
import type { Application, RouteDescription } from '../../core';
import type { AggregateMetadata, EntityMetadata } from '../../metadata';
import { kebabCase } from '../../naming';
import { type Application as DomainApplication, operationOf, permissionMatrix } from '../../rest';
import { hasEsModules } from '../project/has-es-modules';
import { type ProjectTypeScript, typeScriptOf } from '../project/project-typescript';
import { applicationSource } from './application-source';
import { declaringFile } from './declaring-file';
import { isInPackages } from './is-in-packages';
import { samplesModule } from './samples-module';
import { type ScopedClients, scopedClients } from './scoped-clients';
import { suiteOf } from './suite';
import { placesOf } from './test-place';
import type { SuiteFile } from './verify/verify-suites';

/** What is generated, and where. */
export interface SuiteOptions {
  /** The packages whose aggregate roots are tested; all if it is empty. */
  readonly packages: readonly string[];
  readonly kinds: readonly string[];
  /** The folder of the suites, relative to the project root. */
  readonly out: string;
}

/** The suites of an application. */
export interface SuiteFiles {
  readonly files: readonly SuiteFile[];
  /** Say which roots have no suite, and why. */
  readonly notices: readonly string[];
}

/**
 * Generates the suites of an application: one for each aggregate root of the packages that has routes with tests of the kinds.
 *
 * @throws as {@link applicationSource} does
 */
export function suiteFiles(
  application: DomainApplication,
  routes: readonly RouteDescription[],
  projectRoot: string,
  { packages, kinds, out }: SuiteOptions,
): SuiteFiles {
  const typeScript = typeScriptOf(projectRoot);
  const sources = typeScript?.sources ?? [];
  const folder = resolve(projectRoot, out);
  const moduleRoot = sourceRoot(application, projectRoot, typeScript);
  const pathTo = (target: string) => relative(folder, target).replaceAll('\\', '/');
  const { aggregates, entities } = application.registry!;
  const permissions = permissionsOf(application, routes);
  const scopes = scopedClients(entities, permissions, grantingRoles(application));
  const extension = hasEsModules(projectRoot) ? '.js' : '';
  const subject = {
    source: applicationSource(application, sources, folder, extension),
    samples: samplesModule(folder, extension),
    configDir: configDirOf(application, projectRoot),
    projectRoot: pathTo(projectRoot),
    moduleRoot: pathTo(moduleRoot),
    permissions,
    scopes,
  };
  const rules = {
    entities,
    scoped: new Set([...scopes.unsupported.keys()].map(({ name }) => name)),
    known: new Set(permissions),
  };
  const isSelected = ({ root }: AggregateMetadata) =>
    isInPackages(declaringFile(root.name, sources), packages, moduleRoot);
  const operations = routes.map((route) => operationOf(route)).filter((operation) => operation !== undefined);
  const selected = aggregates.filter(isSelected);
  const files = selected.flatMap((aggregate) => {
    if (scopes.unsupported.has(aggregate.root)) return [];
    const own = operations.filter((operation) => operation.aggregate === aggregate);
    const places = placesOf(aggregate, own, application.mountPath, scopes);
    const suite = suiteOf({ ...subject, places, kinds });
    return suite === undefined ? [] : [{ path: `${out}/${kebabCase(aggregate.resourceName)}.spec.ts`, suite, rules }];
  });
  return { files, notices: selected.flatMap(({ root }) => noticeOf(root, scopes)) };
}

function noticeOf(root: EntityMetadata, { unsupported }: ScopedClients): readonly string[] {
  const reason = unsupported.get(root);
  if (reason === undefined) return [];
  return [`No suite was written for ${root.name}, which has a @Scope: ${reason}. Write its tests by hand.`];
}

/** The folder of the configuration that an application reads, from the project root; undefined for the usual one. */
function configDirOf({ project: { configDir } }: Application, projectRoot: string): string | undefined {
  const path = relative(projectRoot, configDir).replaceAll('\\', '/');
  return path === 'config' ? undefined : path;
}

/** The folder of the sources of an application's modules, which may be compiled into another folder. */
function sourceRoot({ project }: Application, projectRoot: string, typeScript: ProjectTypeScript | undefined): string {
  const { moduleRoot } = project;
  const inOutDir = typeScript?.outDir === undefined ? '..' : relative(typeScript.outDir, moduleRoot);
  if (inOutDir.startsWith('..')) return moduleRoot;
  return join(typeScript?.rootDir ?? join(projectRoot, 'src'), inOutDir);
}

/** The roles with permissions in the configuration. */
function grantingRoles({ configuration: { security } }: DomainApplication): readonly string[] {
  const { roles = {} } = (security ?? {}) as { readonly roles?: Readonly<Record<string, readonly string[]>> };
  return Object.keys(roles).filter((role) => roles[role]!.length > 0);
}

/** Every permission that a route requires, or a member that it reads or writes. */
function permissionsOf(application: DomainApplication, routes: readonly RouteDescription[]): readonly string[] {
  const rows = permissionMatrix(routes, application.registry, application.configuration.security);
  const members = rows.flatMap(({ readable = [], writable = [] }) => [...readable, ...writable]);
  return [...new Set([...rows, ...members].flatMap(({ permissions }) => permissions))].sort();
}
