import { defaultRegistry } from '../registry';
import { SEARCHABLE_OPTIONS, type SearchableOptions } from '../types/fields';
import { fieldDecorator } from './field-decorator';

/**
 * Accepts a column as a query parameter, named in snake_case.
 *
 * @see Specification, "Resource derivation": Searchable fields
 */
export const Searchable = fieldDecorator<SearchableOptions>('@Searchable', SEARCHABLE_OPTIONS, (type, field, options) =>
  defaultRegistry.declareSearchable(type, field, options),
);
