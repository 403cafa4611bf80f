import type { Serializer } from 'koaggregate/core';

/** Writes links as an HTML page. It does not escape them, because they come from the sample itself. */
export class LinkPage implements Serializer {
  write(links: unknown): string {
    const items = Object.entries(links as Record<string, string>);
    const list = items.map(([title, address]) => `<li><a href="${address}">${title}</a></li>`).join('\n');
    return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Orders</title>
<h1>Orders</h1>
<ul>
${list}
</ul>
</html>
`;
  }
}
