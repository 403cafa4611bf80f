import type { Field } from './field';

/** Another domain class that a model refers to. */
export interface Related {
  readonly className: string;
  /** The import specifier in the model's file. */
  readonly module: string;
  /** The member that refers to the class. */
  readonly member: string;
}

/** A model to generate. */
export interface NewModel {
  readonly className: string;
  /** In kebab-case, without an extension. */
  readonly fileName: string;
  readonly isRoot: boolean;
  readonly fields: readonly Field[];
  /** The class that has a collection of this one. */
  readonly parent?: Related;
  /** The classes that it refers to otherwise. */
  readonly references: readonly Related[];
  readonly collections: readonly Related[];
}
