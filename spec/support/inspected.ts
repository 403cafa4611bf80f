import { Application } from '../../lib';
import type { DocumentSource } from '../../lib/apidocs/source';
import type { DomainClass } from '../../lib/metadata';
import type { ApplicationOptions } from '../../lib/rest';
import { sourceOf } from './document-of';

/** The options of the inspected application. */
export interface InspectOptions extends Pick<ApplicationOptions, 'resources' | 'authenticators'> {
  readonly Class?: new (options: ApplicationOptions) => Application;
  readonly settings?: Record<string, unknown>;
}

/** The document source of an application with these models, which is not started. */
export async function inspectedSource(
  types: readonly unknown[],
  { Class = Application, settings = {}, ...options }: InspectOptions = {},
): Promise<DocumentSource> {
  const application = new Class({
    ...options,
    moduleRoot: __dirname,
    domain: types as DomainClass[],
    configDir: __dirname,
    configuration: { name: 'shop', db: { url: 'sqlite::memory:' }, ...settings },
  });
  const routes = await application.inspect();
  return { ...sourceOf(application), routes };
}
