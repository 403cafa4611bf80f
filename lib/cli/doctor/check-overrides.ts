import { type Application, bypassedOverrides } from '../../rest';
import type { Finding } from './finding';

/** Finds overrides that other generated routes of the same operation bypass. */
export async function checkOverrides(application: Application): Promise<readonly Finding[]> {
  return bypassedOverrides(await application.inspect()).map(({ method, effect, others }) => ({
    code: 'OVERRIDE_BYPASSED',
    level: 'warning',
    place: method,
    problem: `The method does not override all generated routes that ${effect}. Others: ${others.join(', ')}.`,
    remedy: 'Override them too, or turn their flags off in @Collection, @One or @AggregateRoot.',
  }));
}
