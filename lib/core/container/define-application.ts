import { Mistakes } from '../../foundation';
import type { ApplicationConfiguration } from '../config/application-configuration';
import type { Logger } from '../http/logger';
import type { ServedApplication } from '../koa/served-application';
import type { Project } from './application-files';
import type { ApplicationParts } from './application-parts';
import { assemble } from './assemble';
import { contentSettingsOf, verifyContent } from './content-levels';
import { checkRoutes, type Registrations } from './registrations';

interface DefinableApplication<P extends object> extends ApplicationParts<P> {
  readonly configuration: ApplicationConfiguration;
  readonly logger: Logger;
  readonly project: Project;
}

/**
 * Lets the application register its plugins.
 *
 * @throws StartError for parts that are invalid, before any plugin is initialised
 */
export async function registerPlugins<P extends object>(
  application: ApplicationParts<P>,
  registered: Registrations<P>,
): Promise<void> {
  await application.registerPlugins();
  const mistakes = new Mistakes();
  mistakes.add(...registered.mistakes);
  mistakes.report();
}

/**
 * Lets the application define its routes, with the filters and guards before them, and checks them.
 *
 * @returns the mistakes in the parts, and those that the guards find in the routes
 */
export async function defineParts<P extends object>(
  application: ApplicationParts<P>,
  registered: Registrations<P>,
): Promise<Mistakes> {
  await application.defineResources();
  await application.defineRoutes();
  await application.addFilters();
  return mistakesIn(registered);
}

/** The mistakes in the parts, and those that the guards find in the routes. */
function mistakesIn<P extends object>(registered: Registrations<P>): Mistakes {
  const { routes, guards } = registered;
  const mistakes = new Mistakes();
  mistakes.add(...registered.mistakes, ...registered.unusedResources);
  checkRoutes(routes, mistakes);
  for (const guard of guards) mistakes.collect(() => guard.verifyRoutes?.(routes));
  return mistakes;
}

/** Lets the application define all of its parts, checks them, and assembles what is served. */
export async function defineApplication<P extends object>(
  application: DefinableApplication<P>,
  registered: Registrations<P>,
): Promise<ServedApplication> {
  await application.defineResources();
  await application.defineRoutes();
  await application.addFilters();
  await application.mapExceptions();
  // Also addFilters() may add guards, which check the routes.
  const mistakes = mistakesIn(registered);
  const { configuration, logger, project } = application;
  const { name } = application.constructor;
  const settings = contentSettingsOf(configuration, project.moduleRoot, mistakes);
  verifyContent({ name, configuration, settings }, registered.routes, mistakes);
  mistakes.report();
  if (!registered.keepsShippedMappings) {
    logger.warn(`${name}.mapExceptions() does not call super.mapExceptions(): the shipped mappings are dropped.`);
  }
  return assemble(configuration, settings, registered, logger);
}
