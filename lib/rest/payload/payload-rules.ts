import { MAX_FIELD_ERRORS } from '../../core';
import type { FieldMetadata } from '../../metadata';
import { type FieldValues, modelViolations, withDefaults } from '../../persistence';
import { below, InvalidEntityError, type Violation } from '../../values';
import { isSetBy } from '../access/writable';
import { type ChangesDraft, markRefused } from './changes-draft';
import { entityViolations, fieldViolations } from './constraints';
import type { MissedField } from './payload-members';

/** Values for the validators of a model; `isWhole`: there are no others, and none was refused. */
interface Question {
  readonly draft: ChangesDraft;
  readonly isWhole: boolean;
}

/** Asks columns, classes and models about what is read of one request, and gathers what is wrong with it. */
export class PayloadRules {
  readonly #violations: Violation[] = [];
  readonly #known = new Set<string>();
  readonly #questions: Question[] = [];
  readonly #apart: PayloadRules[] = [];

  /** @param isApart whether what is wrong need not be wrong in the end */
  constructor(private readonly isApart = false) {}

  /** Those so far; the list grows. */
  get violations(): readonly Violation[] {
    return this.#violations;
  }

  /** For another reading of the same content: asked with these, but what is wrong with it is gathered apart. */
  apart(): PayloadRules {
    const rules = new PayloadRules(true);
    this.#apart.push(rules);
    return rules;
  }

  refuse(path: Violation['path'], message: string, invalidValue?: unknown): void {
    this.add([{ path, message, invalidValue }]);
  }

  /** What no answer shows, the refusal of it does not show either; nor what is large. */
  shown(field: FieldMetadata, json: unknown): unknown {
    return field.access === 'writeOnly' || field.large ? undefined : json;
  }

  /** @param key as it was sent */
  refuseUnknown(path: Violation['path'], key: string, known: readonly string[]): void {
    this.add([{ path, sentPath: [key], message: unknownKey(known) }]);
  }

  /**
   * Adds what is refused, each once.
   *
   * @throws InvalidEntityError when there is more than one response tells, so that no more is read in vain
   */
  add(violations: readonly Violation[]): void {
    for (const violation of violations) {
      const words = JSON.stringify([violation.path, violation.sentPath, violation.message]);
      if (this.#known.has(words)) continue;
      this.#known.add(words);
      this.#violations.push(violation);
    }
    if (this.#violations.length > MAX_FIELD_ERRORS && !this.isApart) this.finish();
  }

  /** @param json the value as it was sent */
  askField(draft: ChangesDraft, field: FieldMetadata, value: unknown, json?: unknown): void {
    if (field.constraints.length === 0) return;
    const violations = fieldViolations(field, value);
    if (violations.length > 0) markRefused(draft, field, value);
    for (const { path: sentPath, message } of violations) {
      const invalidValue = sentPath.length > 0 ? undefined : this.shown(field, json);
      this.add([{ path: [...draft.path, field.name], sentPath, message, invalidValue }]);
    }
  }

  /** Asks for the fields of a new entity that its payload does not name. */
  requireFields(draft: ChangesDraft, content: Record<string, unknown>, missed: readonly MissedField[]): void {
    for (const { field, isRequired, givers } of missed) {
      const isGiven = field.wireName in content || draft.values[field.name] !== undefined;
      if (isGiven || isSetBy(draft.collections.at(-1), field)) continue;
      if (!isRequired) this.askField(draft, field, undefined);
      else if (!givers.some((wireName) => wireName in content)) {
        this.refuse([...draft.path, field.name], 'is required');
      }
    }
  }

  /** Asks the rules over several fields: now for a new entity, later for one that has to be merged with what is stored. */
  askEntity(draft: ChangesDraft, isNew: boolean): void {
    const { entity, path, values, refused } = draft;
    if (entity.constraints.length === 0) return;
    if (!isNew) draft.violationsOf = (merged: FieldValues) => entityViolations(entity, merged, refused);
    else this.add(below(path, entityViolations(entity, withDefaults(entity, values), refused)));
  }

  /** Keeps a draft for {@link askModels}: its children are not read yet, or its siblings. */
  askModelLater(draft: ChangesDraft, isWhole: boolean): void {
    this.#questions.push({ draft, isWhole });
  }

  /** Whether {@link askModels} has anything to ask. */
  get hasQuestions(): boolean {
    return this.#questions.length > 0 || this.#apart.some((rules) => rules.hasQuestions);
  }

  async askModels(): Promise<void> {
    for (const { draft, isWhole } of this.#questions) {
      const violations = await modelViolations(draft.entity, draft.values, isWhole);
      this.add(below(draft.path, violations));
    }
    for (const rules of this.#apart) await rules.askModels();
  }

  /** @throws InvalidEntityError when anything was wrong */
  finish(): void {
    if (this.#violations.length > 0) throw new InvalidEntityError(this.#violations);
  }
}

/** What is said of a key that is none of those. */
export function unknownKey(known: readonly string[]): string {
  return `is unknown; known names: ${known.join(', ') || 'none'}`;
}
