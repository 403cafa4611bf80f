import { Markup, markup } from '../apidocs';
import { classSection, operationItem } from './class-section';
import type { DomainMap, MapAggregate } from './domain-map';
import type { Layout } from './layout';
import { legend } from './legend';
import { inlineSvg } from './map-svg';
import { PAGE_STYLE } from './page-style';

/** The page: the drawing, and the same content as text. It has no script. */
export function mapHtml(map: DomainMap, layout: Layout, hasReference: boolean): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${map.name}: map of the domain</title>
<link rel="icon" href="data:,">
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header>
<h1>${map.name}: map of the domain</h1>
<p class="quiet">${summary(map)}</p>
<nav aria-label="Documents">
<ul class="row">
${hasReference && markup`<li><a href="docs">API reference</a></li>`}
<li><a href="openapi.json">OpenAPI (JSON)</a></li>
<li><a href="openapi.yaml">OpenAPI (YAML)</a></li>
<li><a href="map.svg" download="${map.name}.svg">Drawing (SVG)</a></li>
<li><a href="map.mmd" download="${map.name}.mmd">Diagram (Mermaid)</a></li>
</ul>
</nav>
<nav aria-label="Aggregates">
<ul class="row">
${map.aggregates.map(({ name }) => markup`<li><a href="#${name}">${name}</a></li>\n`)}</ul>
</nav>
</header>
<main>
<section aria-labelledby="map-drawing">
<h2 id="map-drawing">Drawing</h2>
<p class="quiet">The same content follows as text.</p>
<input type="checkbox" id="map-fit"><label class="fit" for="map-fit">Fit to width</label>
<div class="sheet-frame" role="region" aria-label="Drawing, scrollable" tabindex="0">
${inlineSvg(layout)}
</div>
${legend()}
</section>
<div class="aggregates">
${map.aggregates.map((aggregate) => aggregateSection(aggregate, map))}</div>
${otherRoutes(map)}</main>
</body>
</html>
`.text;
}

function summary({ aggregates, otherOperations }: DomainMap): string {
  const entities = aggregates.flatMap((aggregate) => aggregate.entities);
  const own = entities.flatMap(({ resources }) => resources.flatMap(({ operations }) => operations));
  return [
    counted(aggregates.length, 'aggregate', 'aggregates'),
    counted(entities.length, 'class', 'classes'),
    counted(own.length + otherOperations.length, 'operation', 'operations'),
  ].join(', ');
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function aggregateSection({ name, path, entities }: MapAggregate, { associations }: DomainMap): Markup {
  return markup`<section${entities.length > 1 && new Markup(' class="several"')} aria-labelledby="aggregate-${name}">
<h2 id="aggregate-${name}">Aggregate ${name}</h2>
<p class="quiet"><code>${path}</code></p>
<div class="classes">
${entities.map((entity) => classSection(entity, associations))}</div>
</section>
`;
}

function otherRoutes({ otherOperations }: DomainMap): Markup | undefined {
  if (otherOperations.length === 0) return undefined;
  return markup`<section aria-labelledby="map-other">
<h2 id="map-other">Other routes</h2>
<ul class="operations">
${otherOperations.map(operationItem)}</ul>
</section>
`;
}
