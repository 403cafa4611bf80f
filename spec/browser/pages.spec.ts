import '../support/small-shop';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { OrdersApplication } from '../../samples/orders/src/orders-application';
import { PetclinicApplication } from '../../samples/petclinic/src/petclinic-application';
import { describeInBrowser, launchChromium } from '../support/chromium';
import { type ServedSample, serveSample } from '../support/serve-sample';

// Pages load slowly while other specs run on the same machine.
jest.setTimeout(60_000);

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResults {
  readonly passes: readonly { readonly id: string }[];
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console, failed requests, and requests to other origins. */
  readonly faults: readonly string[];
}

let sample: ServedSample;
let browser: Browser;
let context: BrowserContext | undefined;

/** Opens a page under `/api/orders` in a fresh context. */
function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  return openAt(sample.address, `/api/orders/${path}`, options);
}

async function openAt(address: string, path: string, options: Parameters<Browser['newContext']>[0]): Promise<Visit> {
  context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => /error|warning/.test(message.type()) && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => !isLocal(address, request.url()) && faults.push(request.url()));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  await page.goto(address + path);
  return { page, faults };
}

function isLocal(address: string, url: string): boolean {
  return url.startsWith(`${address}/`) || url.startsWith('data:') || url.startsWith('blob:');
}

/** Serves the orders sample to a browser for the tests of the surrounding describe. */
function serveToBrowser(): void {
  beforeAll(async () => {
    [sample, browser] = await Promise.all([serveSample('orders', OrdersApplication), launchChromium()]);
  });
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await sample?.stop();
  });
}

describeInBrowser('…/docs in a browser', () => {
  serveToBrowser();

  it('shows every operation without console errors and requests to other origins', async () => {
    const { page, faults } = await open('docs');
    const { body: document } = await sample.request('GET', '/api/orders/openapi.json');
    const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.keys);

    await page.locator('.opblock').first().waitFor();

    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(faults).toEqual([]);
  });

  it.each(['createOrder', 'readOrder', 'updateOrder', 'cancelOrder', 'createOrderPayment'])(
    'shows the request and responses of %s with an example, and resolves its schemas',
    async (operationId) => {
      const { page, faults } = await open('docs');

      const block = await openOperation(page, operationId);
      await block.locator('.responses-table .example').first().waitFor();

      expect(await page.locator('.errors-wrapper').allTextContents()).toEqual([]);
      expect(faults).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)('follows the %s theme of the browser', async (colorScheme) => {
    const { page } = await open('docs', { colorScheme });
    await page.locator('.opblock').first().waitFor();

    const isDark = await page.evaluate("document.documentElement.classList.contains('dark-mode')");

    expect(isDark).toBe(colorScheme === 'dark');
  });

  it('"Try it out" creates an order and reads it', async () => {
    const { page, faults } = await open('docs');
    const order = { code: 'TRY-1', customer_email: 'ada.bell@example.com', total: '12.50' };

    await authorize(page, 'admin', 'admin');
    const created = await tryOut(page, 'createOrder', { body: JSON.stringify(order) });
    const read = await tryOut(page, 'readOrder', { id: String(created.body.id) });

    expect(created).toMatchObject({ status: 201, body: order });
    expect(read).toMatchObject({ status: 200, body: { ...order, id: created.body.id } });
    expect(faults).toEqual([]);
  });

  it('"Try it out" sends dates and keys of parents', async () => {
    const clinic = await serveSample('petclinic', PetclinicApplication);
    try {
      const { page, faults } = await openAt(clinic.address, '/api/petclinic/docs', {});
      const block = await openOperation(page, 'listOwnerPets');
      await block.locator('.try-out__btn').click();
      await block.locator('tr[data-param-name="owner_id"] input').fill('1');
      await block.locator('tr[data-param-name="birth_date"] .json-schema-form-item-add').click();
      await block.locator('tr[data-param-name="birth_date"] input').fill('2010-09-07');

      const sent = page.waitForRequest(/owners\/1\/pets/);
      await block.locator('.execute').click();

      expect(new URL((await sent).url()).search).toBe('?birth_date=2010-09-07');
      expect(faults).toEqual([]);
    } finally {
      await clinic.stop();
    }
  });
});

describeInBrowser('…/map in a browser', () => {
  serveToBrowser();

  it('shows every aggregate in the drawing and in the text without JavaScript', async () => {
    const { page, faults } = await open('map', { javaScriptEnabled: false });

    const drawn = await page.locator('.sheet-frame .root .name').allTextContents();
    const described = await page.locator('article.root h3').allTextContents();

    expect(drawn.sort()).toEqual(['Order', 'Payment', 'Product']);
    expect(described).toEqual(['Order root', 'Payment root', 'Product root']);
    expect(faults).toEqual([]);
  });

  it('links an operation to Swagger UI', async () => {
    const { page, faults } = await open('map');

    await page.locator('#OrderItem').getByRole('link', { name: 'cancel(reason?)' }).click();
    const opened = page.locator('.opblock.is-open');
    await opened.waitFor();

    expect(await opened.locator('.opblock-summary-operation-id').textContent()).toBe('cancelOrderOrderItem');
    expect(faults).toEqual([]);
  });

  it('has a link for every operation of the document', async () => {
    const { page } = await open('map');
    const { body: document } = await sample.request('GET', '/api/orders/openapi.json');
    const operations = Object.values(document.paths as Record<string, object>).flatMap(Object.keys);

    const links = await page.locator('.operations a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));

    expect(new Set(links).size).toBe(operations.length);
    expect(links.every((link) => link?.startsWith('docs#/'))).toBe(true);
  });

  it('fits a screen of 360 pixels, where only the drawing scrolls sideways', async () => {
    const { page } = await open('map', { viewport: { width: 360, height: 740 } });

    const [contentWidth, windowWidth] = await page.evaluate<number[]>(
      '[document.documentElement.scrollWidth, innerWidth]',
    );
    const [drawingWidth, frameWidth] = await page
      .locator('.sheet-frame')
      .evaluate((element) => [element.scrollWidth, element.clientWidth]);

    expect(contentWidth).toBe(windowWidth);
    expect(drawingWidth!).toBeGreaterThan(frameWidth!);
  });

  it.each(['light', 'dark'] as const)('has no accessibility violations in the %s theme', async (colorScheme) => {
    const { page } = await open('map', { colorScheme });

    const violations = await violationsOf(page);

    expect(violations).toEqual([]);
  });

  it('is operable by keyboard, with a visible focus', async () => {
    const { page } = await open('map');

    await page.locator('#map-fit').focus();
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus-visible');

    expect(await focused.getAttribute('class')).toBe('sheet-frame');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').getAttribute('href')).toMatch(/^docs#/);
  });

  it('has a standalone SVG that a browser can show', async () => {
    const { page } = await open('map.svg', { colorScheme: 'dark' });

    expect(await page.locator('svg > title').textContent()).toBe('Map of the domain: orders');
    expect(await page.locator('.card').count()).toBe(5);
    expect(await page.locator('a').count()).toBe(0);
  });
});

/** Enters credentials in the dialog of Swagger UI. */
async function authorize(page: Page, name: string, password: string): Promise<void> {
  await page.locator('.auth-wrapper .authorize').first().click();
  const dialog = page.locator('.modal-ux');
  await dialog.locator('input[type="text"]').first().fill(name);
  await dialog.locator('input[type="password"]').first().fill(password);
  await dialog.locator('button.authorize').first().click();
  await dialog.locator('button.btn-done').first().click();
}

async function openOperation(page: Page, operationId: string): Promise<Locator> {
  const block = page.locator('.opblock', {
    has: page.locator(`.opblock-summary-operation-id:text-is("${operationId}")`),
  });
  await block.locator('.opblock-summary').click();
  return block;
}

/** Fills in and sends an operation in Swagger UI, and returns the response that the page shows. */
async function tryOut(
  page: Page,
  operationId: string,
  { body, ...parameters }: Readonly<Record<string, string>>,
  // biome-ignore lint/suspicious/noExplicitAny: each spec asserts the shape that it expects
): Promise<{ status: number; body: any }> {
  const block = await openOperation(page, operationId);
  await block.locator('.try-out__btn').click();
  for (const [name, value] of Object.entries(parameters)) {
    await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
  }
  if (body !== undefined) await block.locator('textarea.body-param__text').fill(body);
  await block.locator('.execute').click();
  const response = block.locator('.live-responses-table .response');
  const status = await response.locator('.response-col_status').textContent();
  const text = await response.locator('.highlight-code code').first().textContent();
  return { status: Number.parseInt(status ?? '', 10), body: JSON.parse(text ?? '') };
}

/** Each violation with its element. */
async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate<AxeResults>('axe.run()');
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
