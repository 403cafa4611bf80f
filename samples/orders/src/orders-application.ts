import { Application, ConflictException, DOCUMENTATION } from 'koaggregate';
import { RouteConfiguration } from 'koaggregate/core';
import { DemoData } from './demo-data/demo-data';
import { AlreadyShippedError } from './domain/already-shipped-error';
import { Home } from './home';
import { LinkPage } from './link-page';

/** The orders of a shop. All routes except `GET /` are generated from the classes in `domain`. */
export class OrdersApplication extends Application {
  override registerPlugins(): void {
    this.registerPlugin(new DemoData());
  }

  override defineRoutes(): void {
    const asPage = new RouteConfiguration().addSerializer('text/html', new LinkPage());
    const home = this.resource(new Home(this)).builder('/').action('GET', 'read');
    home.using(asPage).attribute(DOCUMENTATION, { hidden: true });
  }

  override mapExceptions(): void {
    super.mapExceptions();
    this.addExceptionMapping(AlreadyShippedError, ConflictException);
  }
}
