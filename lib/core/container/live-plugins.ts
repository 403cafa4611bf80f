import { failuresOf } from './lifetime';
import { withTimeout } from './with-timeout';

interface Live<A> {
  init(application: A): void | Promise<void>;
  destroy(): void | Promise<void>;
}

/** The initialised plugins of an application of type `A`. */
export class LivePlugins<A> {
  readonly #initialised: Live<A>[] = [];

  /** @throws the error of the plugin, which is not destroyed later */
  async init(plugin: Live<A>, application: A): Promise<void> {
    await plugin.init(application);
    this.#initialised.push(plugin);
  }

  /**
   * Destroys all plugins in the order initialised, even when some fail or time out.
   *
   * @throws the first failure: a StopError, or the error of a plugin
   */
  async destroy(timeoutMs: number): Promise<void> {
    const failures: unknown[] = [];
    for (const plugin of this.#initialised.splice(0)) {
      const destroyed = () => withTimeout(() => plugin.destroy(), timeoutMs, `${plugin.constructor.name}.destroy()`);
      failures.push(...(await failuresOf(destroyed)));
    }
    if (failures.length > 0) throw failures[0];
  }
}
