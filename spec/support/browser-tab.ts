import type { Page } from 'playwright-core';

/** The differences of a visit from one on a desktop with a light theme. */
export interface VisitSettings {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A tab of a browser. Each is a process, so a visit in an open tab is faster than one in a new tab. */
export class BrowserTab {
  #address = '';
  #faults: string[] = [];

  constructor(readonly page: Page) {
    page.on('console', (message) => /error|warning/.test(message.type()) && this.#faults.push(message.text()));
    page.on('pageerror', (error) => this.#faults.push(error.message));
    page.on('request', (request) => !this.#isLocal(request.url()) && this.#faults.push(request.url()));
    page.on('response', (response) => {
      if (response.status() >= 400) this.#faults.push(`${response.status()} ${response.url()}`);
    });
  }

  /** Errors and warnings of the console, failed requests, and requests to other origins since the visit began. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  async visit(
    address: string,
    path: string,
    { colorScheme = 'light', viewport = { width: 1280, height: 720 } }: VisitSettings = {},
  ): Promise<this> {
    // Ends the requests of the page before.
    await this.page.goto('about:blank');
    this.#address = address;
    this.#faults = [];
    await this.page.emulateMedia({ colorScheme });
    await this.page.setViewportSize(viewport);
    await this.page.goto(address + path);
    return this;
  }

  #isLocal(url: string): boolean {
    return url.startsWith(`${this.#address}/`) || url.startsWith('data:') || url.startsWith('blob:');
  }
}
