/** The part of `describeModel` that concerns storage. */
export interface StoredDescription {
  /** The associations that are not part of the API. */
  readonly exclude: readonly string[];
  /** The name of the class, in place of its own. */
  readonly name?: string;
}

const described = new WeakMap<object, StoredDescription>();

export function setDescription(model: object, description: StoredDescription): void {
  described.set(model, description);
}

/** Whether `describeModel` was called for a plain model. */
export function isDescribed(model: object): boolean {
  return described.has(model);
}

export function excludedAssociationsOf(model: object): readonly string[] {
  return described.get(model)?.exclude ?? [];
}

export function nameOfDescription(model: object): string | undefined {
  return described.get(model)?.name;
}

const excluded = new WeakSet<object>();

/** Hides an association from the API. Domain code can still use it. */
export function excludeAssociation(association: object): void {
  excluded.add(association);
}

export function isExcludedAssociation(association: object): boolean {
  return excluded.has(association);
}
