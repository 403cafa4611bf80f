// Draws the panels of the dashboard as a page, for run.mjs, and takes its picture with Chromium.
import { chromium } from 'playwright-core';

const WIDTH = 560;
const HEIGHT = 200;
const COLORS = [
  '#7eb26d',
  '#eab839',
  '#6ed0e0',
  '#ef843c',
  '#e24d42',
  '#1f78c1',
  '#ba43a9',
  '#705da0',
  '#508642',
  '#cca300',
];
const SHOWN = 8;
const UNITS = {
  percentunit: (value) => `${(value * 100).toPrecision(3)} %`,
  s: (value) => (value < 1 ? `${(value * 1000).toPrecision(3)} ms` : `${value.toPrecision(3)} s`),
  bytes: (value) => `${(value / 1024 ** 2).toFixed(0)} MiB`,
  reqps: (value) => `${value.toPrecision(3)} req/s`,
  ops: (value) => `${value.toPrecision(3)} ops/s`,
};

export async function drawPanels(panels, file) {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage({ viewport: { width: 3 * (WIDTH + 30) + 20, height: 900 } });
    await page.setContent(pageOf(panels));
    await page.screenshot({ path: file, fullPage: true });
  } finally {
    await browser.close();
  }
}

function pageOf(panels) {
  return `<!doctype html><style>
    body { background: #111217; color: #ccccdc; font: 12px sans-serif; display: flex; flex-wrap: wrap; gap: 10px; margin: 10px }
    section { background: #181b1f; border: 1px solid #2c3235; padding: 8px; width: ${WIDTH}px }
    h2 { font-size: 13px; margin: 0 0 6px } li { display: inline-block; margin-right: 12px } ul { margin: 4px 0; padding: 0 }
  </style>${panels.map(panelOf).join('')}`;
}

function panelOf({ title, unit, results }) {
  const lines = results.flatMap(({ legendFormat, series }) =>
    series.map(({ metric, values }) => ({ name: nameOf(legendFormat, metric), points: pointsOf(values) })),
  );
  const shown = lines.toSorted((one, other) => most(other) - most(one)).slice(0, SHOWN);
  const times = shown.flatMap(({ points }) => points.map(([at]) => at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const top = Math.max(...shown.map(most)) || 1;
  const x = (at) => ((at - first) / (last - first || 1)) * WIDTH;
  const y = (value) => HEIGHT - (value / top) * (HEIGHT - 10);
  const drawn = shown.map(({ points }, index) => {
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${COLORS[index]}" stroke-width="1.5" points="${path}"/>`;
  });
  const show = UNITS[unit] ?? ((value) => value.toPrecision(3));
  const legend = shown.map(({ name }, index) => `<li style="color:${COLORS[index]}">${escaped(name)}</li>`).join('');
  return `<section><h2>${escaped(title)} <small>(to ${show(top)})</small></h2>
    <svg width="${WIDTH}" height="${HEIGHT}">${drawn.join('')}</svg><ul>${legend}</ul></section>`;
}

function nameOf(legendFormat, metric) {
  return legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label) => metric[label] ?? '').trim();
}

function pointsOf(values) {
  return values.map(([at, value]) => [at, Number(value)]).filter(([, value]) => Number.isFinite(value));
}

function most({ points }) {
  return Math.max(0, ...points.map(([, value]) => value));
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
