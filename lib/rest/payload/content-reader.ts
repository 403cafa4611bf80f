import type { EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Access } from '../access/access';
import type { ChangesDraft, Position, Write } from './changes-draft';
import type { PayloadRules } from './payload-rules';

/** What every part of the reading of a payload needs. */
export interface PayloadReader {
  readonly write: Write;
  readonly rules: PayloadRules;
}

/** What reads an entity wherever it stands, for the parts that find one below the one that they are about. */
export interface ContentReader extends PayloadReader {
  read(entity: EntityMetadata, content: unknown, position: Position): Changes;
  /** @param isNamed whether its key names an entity, in place of being a value */
  readDraft(entity: EntityMetadata, content: unknown, position: Position, isNamed: boolean): ChangesDraft;
  /** The same for what may not come to pass: see {@link deferring}. */
  deferred(access: Access, rules?: PayloadRules): ContentReader;
}
