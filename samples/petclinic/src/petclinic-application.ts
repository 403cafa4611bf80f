import { Application } from 'koaggregate';
import { ClinicData } from './clinic-data/clinic-data';

/** A veterinary clinic. All routes are generated from the classes in `domain`. */
export class PetclinicApplication extends Application {
  override registerPlugins(): void {
    this.registerPlugin(new ClinicData());
  }
}
