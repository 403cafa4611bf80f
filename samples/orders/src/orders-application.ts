import { Application, ConflictException } from 'koaggregate';
import { DemoData } from './demo-data/demo-data';
import { AlreadyShippedError } from './domain/already-shipped-error';

/** A shop's orders. All of its routes come from the classes in `domain`. */
export class OrdersApplication extends Application {
  override registerPlugins(): void {
    this.registerPlugin(new DemoData());
  }

  override mapExceptions(): void {
    super.mapExceptions();
    this.addExceptionMapping(AlreadyShippedError, ConflictException);
  }
}
