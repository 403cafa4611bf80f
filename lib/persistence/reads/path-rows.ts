import { literal } from 'sequelize';
import type { DeletedRows } from './deleted-rows';
import { keySelection } from './key-selection';
import { pickByKeys } from './pick-by-keys';
import { entityAt, type Place, type WantedKeys } from './place';
import { whereParentAt } from './place-criteria';
import { planRows, type RowSource } from './plan-rows';
import { QueryParameters } from './query-parameters';
import { BETWEEN_ROWS, OWN_ROW, placesAbove } from './root-version';
import type { Row } from './row';
import { rowTextSql } from './row-text';
import { planKeyed } from './select-rows';

/** An entity at a place, with the text that a read returns under the name `PATH_ROWS`. */
export interface PathRow {
  readonly key: string;
  readonly text: string;
}

/**
 * Reads and locks the rows that a path names, in their latest committed state.
 *
 * @returns in the order of the keys; empty if a parent does not exist
 */
export async function lockedPathRows(
  source: RowSource,
  place: Place,
  keys: WantedKeys,
  deleted?: DeletedRows,
): Promise<readonly PathRow[]> {
  const parents = await lockedParentTexts(source, place);
  const entity = entityAt(place);
  const search = { selection: keySelection(entity), deleted, version: OWN_ROW };
  const { statement, values } = planKeyed(source, place, keys, search, { purpose: 'text', lock: true });
  const rows = await statement.read(values, (found) => pickByKeys(place, found, keys));
  return rows.flatMap((row) => {
    const text = joined([...parents, textOf(row)]);
    return text === undefined ? [] : { key: String(row.get(entity.key.name)), text };
  });
}

/** {@link lockedPathRows} for the parents of a place: one text at most, that a read returns under the name `PARENT_ROWS`. */
export async function lockedParentRows(source: RowSource, place: Place): Promise<readonly PathRow[]> {
  const text = joined(await lockedParentTexts(source, place));
  return text === undefined ? [] : [{ key: '', text }];
}

type Text = string | undefined;

/** One statement for each parent: the lock of a statement does not include its subqueries. */
async function lockedParentTexts(source: RowSource, place: Place): Promise<readonly Text[]> {
  const texts: Text[] = [];
  for (const above of placesAbove(place)) {
    const { owner } = above.path.at(-1)!;
    const parameters = new QueryParameters('locked parent');
    const at = parameters.addPlace(above);
    const { statement, values } = planRows(source, owner, parameters, {
      where: (scopes) => whereParentAt(at, scopes),
      selection: keySelection(owner),
      version: OWN_ROW,
      state: () => literal(rowTextSql(owner)),
      lock: true,
    });
    texts.push(await statement.read(values, ([row]) => row && textOf(row)));
  }
  return texts;
}

/** Null if it would be too long for the database. */
function textOf(row: Row): Text {
  return (row.get(OWN_ROW) ?? undefined) as Text;
}

function joined(texts: readonly Text[]): Text {
  return texts.includes(undefined) ? undefined : texts.join(BETWEEN_ROWS);
}
