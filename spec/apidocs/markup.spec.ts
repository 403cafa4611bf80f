import { Markup, markup } from '../../lib/apidocs/markup';

describe('markup', () => {
  it('escapes values in text and attributes', () => {
    const { text } = markup`<b title="${`"'`}">${'<script>&'}</b>`;

    expect(text).toBe('<b title="&quot;&#39;">&lt;script&gt;&amp;</b>');
  });

  it('inserts markup unescaped, joins lists, and omits false and undefined', () => {
    const { text } =
      markup`<ul>${[1, 2].map((one) => markup`<li>${one}</li>`)}${false}${undefined}${new Markup('<hr>')}</ul>`;

    expect(text).toBe('<ul><li>1</li><li>2</li><hr></ul>');
  });
});
