import { Command } from 'commander';
import type { Container } from '../core';
import { permissionsOf } from '../security';
import { inColumns } from './columns';
import { nameOfPart } from './name-of-part';
import { inspectProject } from './project/open-project';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import type { Terminal } from './terminal';

/** A route in the JSON output. */
interface ListedRoute {
  readonly application: string;
  readonly method: string;
  readonly path: string;
  /** The only media type that it accepts, when another route has the same method and path. */
  readonly media_type?: string;
  readonly name: string;
  /** `generated`, or the resource class of an overridden or hand-written route. */
  readonly resource: string;
  readonly permissions: readonly string[];
  /** The classes of the guards that its requests pass. */
  readonly guards: readonly string[];
}

/** The guard of every application with a domain model, which checks the permissions. */
const USUAL_GUARD = 'SecurityGuard';

/** `koaggregate routes`: lists the routes of a project. */
export function routesCommand(terminal: Terminal): Command {
  const command = new Command('routes')
    .description('List the routes of the project with their methods, names and permissions')
    .option('--json', 'print JSON');
  return withProjectOptions(command).action(async (options: ProjectOptions & { json?: true }) => {
    const routes = await inspectProject(options, terminal, routesOf);
    if (options.json) terminal.log(JSON.stringify(routes, null, 2));
    else for (const line of linesOf(routes)) terminal.log(line);
  });
}

async function routesOf(container: Container): Promise<readonly ListedRoute[]> {
  const routes: ListedRoute[] = [];
  for (const application of container.inspect()) {
    const parts = await application.inspectParts();
    for (const route of parts.routes) {
      routes.push({
        application: application.constructor.name,
        method: route.method,
        path: application.mountPath + route.path,
        ...(route.mediaType !== undefined && { media_type: route.mediaType }),
        name: route.name,
        resource: route.resource ?? 'generated',
        permissions: permissionsOf(route),
        guards: parts.guardsOf(route).map(nameOfPart),
      });
    }
  }
  return routes;
}

function linesOf(routes: readonly ListedRoute[]): readonly string[] {
  return inColumns(
    routes.map(({ method, path, media_type: mediaType, name, resource, permissions, guards }) => [
      method,
      mediaType === undefined ? path : `${path} as ${mediaType}`,
      resource === 'generated' ? name : `${name} (${resource})`,
      permissions.join(', '),
      guards.filter((guard) => guard !== USUAL_GUARD).join(', '),
    ]),
  );
}
