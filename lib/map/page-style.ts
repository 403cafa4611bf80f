import { COLOR_STYLE, DRAWING_STYLE } from './svg-style';

/** The style sheet of the page, including the drawing. */
export const PAGE_STYLE = `${COLOR_STYLE}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 90rem; padding: 2rem 1.5rem 4rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere; }
h1, h2, h3, h4 { line-height: 1.25; margin: 0; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.35rem; } h3 { font-size: 1.05rem; }
h4 { font-size: .8125rem; font-weight: 600; color: var(--quiet); margin: 1.25rem 0 .4rem; }
p { margin: .35rem 0; } ul { margin: 0; padding: 0; list-style: none; }
code { font: .875em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--quiet); }
.row { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; }
nav { margin-top: 1rem; }
main > section, .aggregates { margin-top: 3rem; }
.aggregates { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 3rem 1.25rem; align-items: start; }
.several { grid-column: 1 / -1; }
.sheet-frame { margin-top: 1rem; max-height: 110rem; overflow: auto; border: 1px solid var(--edge); border-radius: 12px; background: var(--page); }
.sheet-frame svg { display: block; margin: 0 auto; }
#map-fit:checked ~ .sheet-frame svg { width: 100%; height: auto; }
.fit { margin-left: .35rem; }
#map-fit { margin: 1rem 0 0; width: 1.1rem; height: 1.1rem; vertical-align: -.15rem; accent-color: var(--accent); }
.legend { margin-top: .75rem; font-size: .875rem; color: var(--quiet); }
.legend li { display: flex; align-items: center; gap: .4rem; }
.classes { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 1.25rem; margin-top: 1rem; align-items: start; }
article { padding: 1.1rem 1.25rem 1.25rem; background: var(--card); border: 1px solid var(--edge); border-radius: 12px; scroll-margin-top: 1rem; }
article.root { border-color: var(--accent); }
article:target { box-shadow: 0 0 0 3px var(--accent-soft); border-color: var(--accent); }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: .875rem; }
th:nth-child(1) { width: 42%; } th:nth-child(2) { width: 32%; }
th, td { padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--edge); font-weight: 400; }
thead th { border-top: 0; color: var(--quiet); font-size: .8125rem; }
th:last-child, td:last-child { padding-right: 0; }
.operations li { display: grid; grid-template-columns: 4.25rem 1fr; gap: 0 .5rem; padding: .2rem 0; font-size: .875rem; }
.operations .method { font: .8125rem/1.6 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; color: var(--quiet); }
.operations .quiet { font-size: .8125rem; }
.associations li, .invariants li { font-size: .875rem; padding: .15rem 0; }
@media (max-width: 40rem) { body { padding: 1.25rem 1rem 3rem; } article { padding: 1rem; } .sheet-frame { max-height: 75vh; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
${DRAWING_STYLE}
`;
