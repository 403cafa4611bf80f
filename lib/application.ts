import { AggregateConfiguration, DocumentsPlugin } from './apidocs';
import { MAP_PAGE } from './map';
import { type ApplicationOptions, Application as RestApplication } from './rest';

/**
 * An application with routes generated from its domain model, API documents, and the pages that show them.
 *
 * @example
 * ```ts
 * class OrdersApplication extends Application {}
 * ```
 * @see Specification, "Extension points (core layer)": Application
 */
export class Application<C extends AggregateConfiguration = AggregateConfiguration> extends RestApplication<C> {
  static override readonly Configuration: typeof AggregateConfiguration = AggregateConfiguration;

  constructor(options?: ApplicationOptions) {
    super(options);
    this.registerPlugin(new DocumentsPlugin(this, [MAP_PAGE]));
  }
}
