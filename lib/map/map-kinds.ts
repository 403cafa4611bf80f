import { createHash } from 'node:crypto';
import { type DocumentContext, type DocumentKind, pageHeaders } from '../apidocs';
import { buildMap } from './build-map';
import type { Dagre } from './dagre';
import type { DomainMap } from './domain-map';
import type { Layout } from './layout';
import { layoutMap } from './layout-map';
import { mapHtml } from './map-html';
import { operationLinks } from './map-operations';
import { standaloneSvg } from './map-svg';
import { mermaidDiagram } from './mermaid-diagram';
import { PAGE_STYLE } from './page-style';

interface LaidOutMap {
  readonly map: DomainMap;
  readonly layout: Layout;
}

/**
 * The map of the domain as an HTML page, an SVG drawing and a Mermaid diagram.
 *
 * @param hasReference  whether the API reference is served, so that operations link to it
 */
export function mapKinds(dagre: Dagre, hasReference: boolean): readonly DocumentKind[] {
  const cache = new WeakMap<DocumentContext, LaidOutMap>();
  const layoutFor = (context: DocumentContext) => {
    const laidOut = cache.get(context) ?? layOut(dagre, context, hasReference);
    cache.set(context, laidOut);
    return laidOut;
  };
  return [
    {
      path: 'map',
      name: 'readMap',
      headers: pageHeaders({ 'style-src': `'sha256-${digest(PAGE_STYLE)}'`, 'img-src': 'data:' }),
      write: (context) => {
        const { map, layout } = layoutFor(context);
        return mapHtml(map, layout, hasReference);
      },
    },
    {
      path: 'map.svg',
      name: 'readMapDrawing',
      headers: { 'Content-Type': 'image/svg+xml; charset=utf-8' },
      write: (context) => {
        const { map, layout } = layoutFor(context);
        return standaloneSvg(map, layout);
      },
    },
    {
      path: 'map.mmd',
      name: 'readMapDiagram',
      headers: { 'Content-Type': 'text/vnd.mermaid; charset=utf-8' },
      write: (context) => mermaidDiagram(layoutFor(context).map),
    },
  ];
}

function layOut(dagre: Dagre, { source, openApi }: DocumentContext, hasReference: boolean): LaidOutMap {
  const map = buildMap(source, hasReference ? operationLinks(openApi) : () => undefined);
  return { map, layout: layoutMap(dagre, map) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
