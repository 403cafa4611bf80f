import type { Field } from './field';

/** Another class of the domain, as a model refers to it. */
export interface Related {
  readonly className: string;
  /** As it is imported from a file beside it. */
  readonly module: string;
  /** The member that leads there. */
  readonly member: string;
}

/** A model that is to be written. */
export interface NewModel {
  readonly className: string;
  /** In kebab-case, without an extension. */
  readonly fileName: string;
  readonly isRoot: boolean;
  readonly fields: readonly Field[];
  /** Whose children it has by a foreign key; its own collection leads here. */
  readonly parent?: Related;
  /** What it refers to otherwise. */
  readonly references: readonly Related[];
  readonly collections: readonly Related[];
}
