import { defaultRegistry } from '../registry';
import { LARGE_OPTIONS, type LargeOptions } from '../types/fields';
import { fieldDecorator } from './field-decorator';

/**
 * Leaves a text or a BLOB out of lists unless `include` names it, and adds routes for its bytes. BLOB and
 * `TEXT('long')` columns are large values without this decorator.
 *
 * @example `@Large({ mediaTypeField: 'photoType' })` — `photoType` is a column of the same class
 * @throws MetadataError LARGE_KEY, LARGE_MEDIA_TYPE, LARGE_MEDIA_TYPE_FIELD, LARGE_TYPE; all at the start
 */
export const Large = fieldDecorator<LargeOptions>('@Large', LARGE_OPTIONS, (type, field, options) =>
  defaultRegistry.declareLarge(type, field, options),
);
