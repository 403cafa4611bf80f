import type { KnownClasses } from './describe-instance';
import type { ModelMistakes } from './model-mistakes';
import type { EntityReader } from './types/entities';

/** The classes of a model that is being sealed, and the list that its mistakes are added to. */
export interface SealedModel extends KnownClasses {
  readonly reader: Pick<EntityReader, 'reservedBy'>;
  readonly mistakes: ModelMistakes;
}
