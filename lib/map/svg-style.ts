/** The colors of page and drawing. Every text has WCAG AA contrast in the light and the dark theme. */
export const COLOR_STYLE = `
:root { color-scheme: light dark; --page: #f7f8fa; --card: #ffffff; --frame: #eef1f5; --edge: #d3d9e2; --line: #7a8699;
  --text: #1b2330; --quiet: #556173; --accent: #1d5fbf; --accent-soft: #e8f0fb; }
@media (prefers-color-scheme: dark) {
  :root { --page: #11151b; --card: #1b212a; --frame: #161b22; --edge: #353e4b; --line: #8592a6;
    --text: #e7ebf1; --quiet: #a3aebd; --accent: #8cb8ff; --accent-soft: #1f2f47; }
}`;

/** The style sheet of the drawing, in the page and in the standalone SVG. */
export const DRAWING_STYLE = `
.map-drawing text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-size: 12px; fill: var(--text); }
.map-drawing .sheet { fill: var(--page); }
.map-drawing .frame { fill: var(--frame); stroke: var(--edge); }
.map-drawing .frame-name { font-size: 11px; fill: var(--quiet); }
.map-drawing .card { fill: var(--card); }
.map-drawing .outline { fill: none; stroke: var(--edge); }
.map-drawing .root .outline { stroke: var(--accent); }
.map-drawing .head { fill: none; }
.map-drawing .root .head { fill: var(--accent-soft); }
.map-drawing .name { font-size: 15px; font-weight: 600; }
.map-drawing .quiet { fill: var(--quiet); }
.map-drawing .small { font-size: 11px; }
.map-drawing .rule { stroke: var(--edge); }
.map-drawing a .operation, .map-drawing a:hover .name { fill: var(--accent); }
.map-drawing a:hover text { text-decoration: underline; }
.map-drawing .association { fill: none; stroke: var(--line); stroke-width: 1.5; }
.map-drawing .association.refers { stroke-dasharray: 5 4; }
.map-drawing .end { fill: var(--page); stroke: var(--line); stroke-width: 1.5; }
.map-drawing .end.open { fill: none; }
.map-drawing .label { font-size: 11px; fill: var(--quiet); stroke: var(--frame); stroke-width: 5px; paint-order: stroke; stroke-linejoin: round; }
.map-drawing .mark { fill: none; stroke: var(--quiet); stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
.map-drawing .mark.required { stroke: var(--accent); }`;
