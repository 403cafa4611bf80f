import { Markup, markup } from '../../lib/apidocs/markup';

describe('markup', () => {
  it('escapes what is put into it, in text and attributes', () => {
    const { text } = markup`<b title="${`"'`}">${'<script>&'}</b>`;

    expect(text).toBe('<b title="&quot;&#39;">&lt;script&gt;&amp;</b>');
  });

  it('takes other markup as it is, lists one after the other, and leaves out what is not there', () => {
    const { text } =
      markup`<ul>${[1, 2].map((one) => markup`<li>${one}</li>`)}${false}${undefined}${new Markup('<hr>')}</ul>`;

    expect(text).toBe('<ul><li>1</li><li>2</li><hr></ul>');
  });
});
