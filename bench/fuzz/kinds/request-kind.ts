import type { KnownEntities } from '../known-entities';
import type { Payloads } from '../payloads';
import type { Random } from '../random';
import type { RequestDraft } from '../request';

export interface KindContext {
  readonly random: Random;
  readonly entities: KnownEntities;
  readonly payloads: Payloads;
}

/** A kind of request; its weight is its frequency relative to others. */
export interface RequestKind {
  readonly name: string;
  readonly weight: number;
  make(context: KindContext): RequestDraft;
}
