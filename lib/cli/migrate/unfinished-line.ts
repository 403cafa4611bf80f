import type { UnfinishedMigration } from '../../persistence';

/** A migration that runs, was interrupted or has failed, in words. */
export function unfinishedLine(unfinished: UnfinishedMigration): string {
  const { name, direction, state, process, statementNumber: number, statement, failure } = unfinished;
  const at = number === 0 ? '' : `, at statement ${number}: ${statement}`;
  const remedy = state === 'running' || number === 0 ? '' : `\nSee koaggregate migrate resolve ${name}.`;
  return `${name} (${direction}) ${WORDS[state]} ${process}${failure === undefined ? '' : ` (${failure})`}${at}${remedy}`;
}

const WORDS = { running: 'is run by', interrupted: 'was interrupted in', failed: 'has failed in' } as const;
