import type { Serializer } from '../../../lib/core';

/** Writes a list as lines, and reads nothing. */
export class LinesSerializer implements Serializer {
  readonly shapes = ['list'] as const;

  write(content: unknown): string {
    return (content as readonly unknown[]).map((one) => JSON.stringify(one)).join('\n');
  }
}
