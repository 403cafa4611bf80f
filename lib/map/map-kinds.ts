import { createHash } from 'node:crypto';
import { type DocumentContext, type DocumentKind, pageHeaders } from '../apidocs';
import { buildMap } from './build-map';
import type { Dagre } from './dagre';
import type { DomainMap } from './domain-map';
import { svgFile } from './drawing';
import type { Layout } from './layout';
import { layoutMap } from './layout-map';
import { operationLinks } from './map-operations';
import { mermaidText } from './mermaid';
import { mapPage } from './page';
import { PAGE_STYLE } from './page-style';

interface DrawnMap {
  readonly map: DomainMap;
  readonly layout: Layout;
}

/**
 * The map of the domain as a page, a drawing and a text.
 *
 * @param hasReference  whether the API reference is served, to which operations lead
 */
export function mapKinds(dagre: Dagre, hasReference: boolean): readonly DocumentKind[] {
  const drawn = new WeakMap<DocumentContext, DrawnMap>();
  const drawnFor = (context: DocumentContext) => {
    const found = drawn.get(context) ?? draw(dagre, context, hasReference);
    drawn.set(context, found);
    return found;
  };
  return [
    {
      path: 'map',
      name: 'readMap',
      headers: pageHeaders({ 'style-src': `'sha256-${digest(PAGE_STYLE)}'`, 'img-src': 'data:' }),
      write: (context) => {
        const { map, layout } = drawnFor(context);
        return mapPage(map, layout, hasReference);
      },
    },
    {
      path: 'map.svg',
      name: 'readMapDrawing',
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' },
      write: (context) => {
        const { map, layout } = drawnFor(context);
        return svgFile(map, layout);
      },
    },
    {
      path: 'map.mmd',
      name: 'readMapDiagram',
      headers: { 'Content-Type': 'text/vnd.mermaid; charset=utf-8' },
      write: (context) => mermaidText(drawnFor(context).map),
    },
  ];
}

function draw(dagre: Dagre, { source, openApi }: DocumentContext, hasReference: boolean): DrawnMap {
  const map = buildMap(source, hasReference ? operationLinks(openApi) : () => undefined);
  return { map, layout: layoutMap(dagre, map) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
