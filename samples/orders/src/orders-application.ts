import { Application } from 'koaggregate';
import { DemoData } from './demo-data/demo-data';

/** A shop's orders. All of its routes come from the classes in `domain`. */
export class OrdersApplication extends Application {
  override registerPlugins(): void {
    this.registerPlugin(new DemoData());
  }
}
