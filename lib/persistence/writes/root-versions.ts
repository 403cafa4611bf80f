import type { DomainModel } from '../models/domain-model';
import type { TouchedRoot } from '../unit-of-work/journal';
import { currentUnit } from '../unit-of-work/unit-of-work';

/** Whether the transaction has incremented the version of a root, or inserted it, as far as nothing is rolled back. */
export function isIncremented(model: DomainModel, key: unknown): boolean {
  return touchesOf(model, key).some((one) => one.isIncremented);
}

/** Whether the transaction has written inside the aggregate of a root, as far as nothing is rolled back. */
export function isTouched(model: DomainModel, key: unknown): boolean {
  return touchesOf(model, key).length > 0;
}

/** How the unit and those around it have touched a root. */
function touchesOf(model: DomainModel, key: unknown): TouchedRoot[] {
  const touches: TouchedRoot[] = [];
  for (let at = currentUnit(model.sequelize!); at; at = at.enclosing) {
    const touched = at.journal?.touchedOf(model)?.get(String(key));
    if (touched) touches.push(touched);
  }
  return touches;
}
