import type { KnownClasses } from './describe-instance';
import type { ModelMistakes } from './model-mistakes';
import type { EntityReader } from './types';

/** The classes of a model that is being sealed, what their members cannot be called, and where their mistakes go. */
export interface SealedModel extends KnownClasses {
  readonly reader: Pick<EntityReader, 'reservedBy'>;
  readonly mistakes: ModelMistakes;
}
