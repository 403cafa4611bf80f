import { type EntityMetadata, inWordsOfDescribeModel } from '../../metadata';
import { authorOf } from '../../persistence';
import type { Finding } from './finding';

/** A finding about a class in the words of its author: decorators, or options of `describeModel`. */
export function inAuthorsWords(entity: EntityMetadata | undefined, finding: Finding): Finding {
  if (!entity || authorOf(entity.type) !== 'describeModel') return finding;
  const words = (text: string) => inWordsOfDescribeModel(text, entity.name);
  return { ...finding, problem: words(finding.problem), remedy: words(finding.remedy) };
}
