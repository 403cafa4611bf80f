import type { EntityMetadata } from '../../metadata';
import type { Changes } from '../../operations';
import type { Access } from '../access/access';
import type { ChangesDraft, Position, WriteContext } from './changes-draft';
import type { PayloadRules } from './payload-rules';

/** The context of the functions that read one member of a payload. */
export interface PayloadReader {
  readonly context: WriteContext;
  readonly rules: PayloadRules;
}

/** A {@link PayloadReader} that can also read nested entities. */
export interface ContentReader extends PayloadReader {
  read(entity: EntityMetadata, content: unknown, position: Position): Changes;
  /** @param isNamed whether the key identifies an existing entity; if not, it is the value of a field */
  readDraft(entity: EntityMetadata, content: unknown, position: Position, isNamed: boolean): ChangesDraft;
  /** The same reader with another access, such as one that defers denials. */
  withAccess(access: Access, rules?: PayloadRules): ContentReader;
}
