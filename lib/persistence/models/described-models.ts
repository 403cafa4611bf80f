/** The descriptions of plain Sequelize models by `describeModel` that concern their storage. */
export interface StoredDescription {
  /** The associations that stay with the code around the model, and are no part of the API. */
  readonly leaveOut: readonly string[];
}

const described = new WeakMap<object, StoredDescription>();

export function setDescription(model: object, description: StoredDescription): void {
  described.set(model, description);
}

/** Whether a plain model is part of the domain by `describeModel`. */
export function isDescribed(model: object): boolean {
  return described.has(model);
}

export function excludedAssociationsOf(model: object): readonly string[] {
  return described.get(model)?.leaveOut ?? [];
}

const apart = new WeakSet<object>();

/** Takes an association out of what is read of its class; the code around the model goes on using it. */
export function excludeAssociation(association: object): void {
  apart.add(association);
}

export function isExcludedAssociation(association: object): boolean {
  return apart.has(association);
}
