import { MAX_FIELD_ERRORS } from '../../core';
import { isPromise } from '../../foundation';
import type { FieldMetadata } from '../../metadata';
import { type FieldValues, modelViolations, withDefaults } from '../../persistence';
import { below, InvalidEntityError, type Violation } from '../../values';
import { setsField } from '../access/writable';
import type { AbsentField } from './absent-fields';
import { type ChangesDraft, markInvalid } from './changes-draft';
import { entityViolations, fieldViolations } from './constraints';

/** A check by the validators of a model. */
interface ModelCheck {
  readonly draft: ChangesDraft;
  /** Whether the draft has all values of the entity, and all are valid. */
  readonly isWhole: boolean;
}

/** Checks the payloads of one request against columns, constraints and models, and collects the violations. */
export class PayloadRules {
  readonly #violations: Violation[] = [];
  /** The violations so far, as a live list. */
  readonly violations: readonly Violation[] = this.#violations;
  readonly #reported = new Set<string>();
  readonly #modelChecks: ModelCheck[] = [];
  readonly #forks: PayloadRules[] = [];

  /** @param isTentative whether the violations may be discarded, so that they must not end the reading */
  constructor(private readonly isTentative = false) {}

  /** New rules to read the same content a second time: its violations are collected separately. */
  fork(): PayloadRules {
    const rules = new PayloadRules(true);
    this.#forks.push(rules);
    return rules;
  }

  reject(path: Violation['path'], message: string, invalidValue?: unknown): void {
    this.add([{ path, message, invalidValue }]);
  }

  /** @param key as it was sent */
  rejectUnknown(path: Violation['path'], key: string, known: readonly string[]): void {
    this.add([{ path, sentPath: [key], message: unknownMessage('fields', known) }]);
  }

  /**
   * Adds violations, each once.
   *
   * @throws InvalidEntityError as soon as there are more than a response reports
   */
  add(violations: readonly Violation[]): void {
    for (const violation of violations) {
      const identity = JSON.stringify([violation.path, violation.sentPath, violation.message]);
      if (this.#reported.has(identity)) continue;
      this.#reported.add(identity);
      this.#violations.push(violation);
    }
    if (this.#violations.length > MAX_FIELD_ERRORS && !this.isTentative) this.throwIfInvalid();
  }

  /** The `invalid_value` of an error; undefined for large and write-only fields. */
  echoed(field: FieldMetadata, json: unknown): unknown {
    return field.access === 'writeOnly' || field.large ? undefined : json;
  }

  /** @param json the value as it was sent */
  checkField(draft: ChangesDraft, field: FieldMetadata, value: unknown, json?: unknown): void {
    if (field.constraints.length === 0) return;
    const violations = fieldViolations(field, value);
    if (violations.length > 0) markInvalid(draft, field, value);
    for (const { path: sentPath, message } of violations) {
      const invalidValue = sentPath.length > 0 ? undefined : this.echoed(field, json);
      this.add([{ path: [...draft.path, field.name], sentPath, message, invalidValue }]);
    }
  }

  /** Checks the fields that the payload of a new entity does not have. */
  checkAbsentFields(draft: ChangesDraft, content: Record<string, unknown>, absentFields: readonly AbsentField[]): void {
    for (const { field, isRequired, setBy } of absentFields) {
      const isPresent = field.wireName in content || draft.values[field.name] !== undefined;
      if (isPresent || setsField(draft.collections.at(-1), field)) continue;
      if (!isRequired) this.checkField(draft, field, undefined);
      else if (!setBy.some((wireName) => wireName in content)) {
        this.reject([...draft.path, field.name], 'is required');
      }
    }
  }

  /** Checks the constraints of a class: now for a new entity, else later, when the changes are merged with the stored row. */
  checkEntity(draft: ChangesDraft, isNew: boolean): void {
    const { entity, path, values, invalid } = draft;
    if (entity.constraints.length === 0) return;
    if (!isNew) draft.violationsOf = (merged: FieldValues) => entityViolations(entity, merged, invalid);
    else this.add(below(path, entityViolations(entity, withDefaults(entity, values), invalid)));
  }

  /** Registers a draft for {@link checkModels}, which runs after the whole payload is read. */
  deferModelCheck(draft: ChangesDraft, isWhole: boolean): void {
    this.#modelChecks.push({ draft, isWhole });
  }

  /** Whether {@link checkModels} has anything to check. */
  get hasModelChecks(): boolean {
    return this.#modelChecks.length > 0 || this.#forks.some((rules) => rules.hasModelChecks);
  }

  /** Runs the validators of the models. */
  async checkModels(): Promise<void> {
    for (const { draft, isWhole } of this.#modelChecks) {
      const found = modelViolations(draft.entity, draft.values, isWhole);
      const violations = isPromise(found) ? await found : found;
      if (violations.length > 0) this.add(below(draft.path, violations));
    }
    for (const rules of this.#forks) await rules.checkModels();
  }

  /** @throws InvalidEntityError when there are violations */
  throwIfInvalid(): void {
    if (this.#violations.length > 0) throw new InvalidEntityError(this.#violations);
  }
}

/** The message for a key that names no known field of an entity or class, or no parameter of an action. */
export function unknownMessage(kind: 'fields' | 'parameters', known: readonly string[]): string {
  return `is unknown; known ${kind}: ${known.join(', ') || 'none'}`;
}
