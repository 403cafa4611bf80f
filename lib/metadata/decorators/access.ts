import { defaultRegistry } from '../registry';
import { fieldDecorator } from './field-decorator';

/** Keeps a field out of responses and payloads alike. */
export const Hidden = fieldDecorator<Record<never, never>>((type, field) =>
  defaultRegistry.declareAccess(type, field, 'hidden'),
);

/** Shows a field in responses; a payload may repeat its value but not change it. */
export const ReadOnly = fieldDecorator<Record<never, never>>((type, field) =>
  defaultRegistry.declareAccess(type, field, 'readOnly'),
);

/** Takes a field from payloads and never shows it. */
export const WriteOnly = fieldDecorator<Record<never, never>>((type, field) =>
  defaultRegistry.declareAccess(type, field, 'writeOnly'),
);
