import { defaultRegistry } from '../registry';
import type { LargeOptions } from '../types';
import { fieldDecorator } from './field-decorator';

/**
 * Keeps a text or a BLOB out of lists unless `include` names it, and gives its bytes routes of their own. BLOB and
 * `TEXT('long')` columns are so without it.
 *
 * @example `@Large({ mediaTypeField: 'photoType' })` — `photoType` is a column of the same class
 * @throws MetadataError LARGE_KEY, LARGE_MEDIA_TYPE, LARGE_MEDIA_TYPE_FIELD, LARGE_TYPE; all at the start
 */
export const Large = fieldDecorator<LargeOptions>((type, field, options) =>
  defaultRegistry.declareLarge(type, field, options),
);
