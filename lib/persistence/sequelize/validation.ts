import { ValidationError, ValidationErrorItem } from 'sequelize';
import type { Entity } from './model-class';

/** What an error says of a value, in the order in which Sequelize takes it. */
export type ValidationFacts = readonly [
  type: string,
  path: string,
  value: unknown,
  instance: Entity | null,
  validatorKey: string,
  functionName?: string,
  functionArguments?: unknown[],
];

type AnyItem = new (message: string, ...facts: ValidationFacts) => ValidationErrorItem;

/** The error of one value; Sequelize's types leave out some of its facts. */
export function validationItem(message: string, facts: ValidationFacts): ValidationErrorItem {
  return new (ValidationErrorItem as AnyItem)(message, ...facts);
}

/** The error of a validation, whose message Sequelize makes of the items. */
export function validationError(items: readonly ValidationErrorItem[]): ValidationError {
  return new ValidationError('', [...items]);
}
