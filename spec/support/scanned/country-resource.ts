import { Resource } from '../../../lib/rest';
import { Country } from '../domain/shop';

/** Found by a scan of this folder. */
@Resource(Country)
export class CountryResource {
  listCountries(): readonly string[] {
    return ['found'];
  }
}
