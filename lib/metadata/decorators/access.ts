import { defaultRegistry } from '../registry';
import { fieldDecorator } from './field-decorator';

/** Keeps a field out of responses and payloads alike. */
export const Hidden = fieldDecorator<Record<never, never>>('@Hidden', {}, (type, field) =>
  defaultRegistry.declareAccess(type, field, 'hidden'),
);

/** Shows a field in responses; a payload may contain its current value but not change it. */
export const ReadOnly = fieldDecorator<Record<never, never>>('@ReadOnly', {}, (type, field) =>
  defaultRegistry.declareAccess(type, field, 'readOnly'),
);

/** Accepts a field in payloads and never shows it in responses. */
export const WriteOnly = fieldDecorator<Record<never, never>>('@WriteOnly', {}, (type, field) =>
  defaultRegistry.declareAccess(type, field, 'writeOnly'),
);
