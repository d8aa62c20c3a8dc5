/** HTML that the upstream makes of Markdown, in every form that it knows; for the development pages. */
export const SAMPLE_HTML = `
<p>中文与 Latin 混排：用React 18写的页面，首屏只有89KB的JavaScript，在2026年的手机上打开需要0.75s。标点“挤压”与（括号），以及——破折号、……省略号。</p>
<h2 id="h-1">一、小标题</h2>
<p>正文每行约四十个字，行高一点八。<strong>加粗</strong>用来强调结论，<em>着重</em>用字下的点，<del>删去的话</del>留着痕迹，<code>inlineCode()</code>是等宽的。<a href="/about">站内链接</a>与<a href="/link?to=https%3A%2F%2Fexample.com%2F" rel="nofollow ugc noopener" target="_blank">站外链接</a>都有下划线。</p>
<blockquote><p>引用别人的话时，先确认他真的说过。</p><p>第二段引用。</p></blockquote>
<h3 id="h-2">列表</h3>
<ul><li>第一项</li><li>第二项，里面还有一层<ul><li>更细的一点</li><li>再细一点</li></ul></li><li class="task"><input type="checkbox" disabled checked aria-label="已完成"> 做完的事</li><li class="task"><input type="checkbox" disabled aria-label="未完成"> 没做完的事</li></ul>
<ol><li>先写背景</li><li>再写做法</li><li>最后写代价</li></ol>
<h3 id="h-3">表格</h3>
<div class="table-scroll" tabindex="0" role="region" aria-label="表格"><table><thead><tr><th>方案</th><th class="align-right">耗时（天）</th><th class="align-right">成本（元）</th><th>适合什么时候，这一列故意写得长一些，看它在窄屏上怎样滚动</th></tr></thead><tbody><tr><td>自研</td><td class="align-right">45</td><td class="align-right">120,000</td><td>需求稳定，团队有人能长期维护</td></tr><tr><td>外购</td><td class="align-right">7</td><td class="align-right">36,000</td><td>先跑起来，验证之后再说</td></tr></tbody></table></div>
<h3 id="h-4">代码</h3>
<pre tabindex="0" data-language="typescript"><code class="hljs language-typescript"><span class="hljs-comment">// 服务器与浏览器说同样的话</span>
<span class="hljs-keyword">export</span> <span class="hljs-keyword">function</span> <span class="hljs-title function_">greet</span>(<span class="hljs-params"><span class="hljs-attr">name</span>: <span class="hljs-built_in">string</span></span>): <span class="hljs-built_in">string</span> {
  <span class="hljs-keyword">const</span> count = <span class="hljs-number">42</span>;
  <span class="hljs-keyword">return</span> <span class="hljs-string">\`你好，<span class="hljs-subst">\${name}</span>，这是第 <span class="hljs-subst">\${count}</span> 次，而这一行很长很长，长到需要横着滚动才能看完它最后的几个字\`</span>;
}
</code></pre>
<pre tabindex="0"><code>没有语言的代码
    缩进保留
</code></pre>
<figure><img src="/oss/demo/missing.png" alt="这张图片不存在" width="720" height="240" loading="lazy" decoding="async"><figcaption>图片加载失败时，换成默认图片</figcaption></figure>
<hr>
<p>最后一段。</p>
`;
