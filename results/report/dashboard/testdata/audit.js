// Lists what keeps people from reading a page.
(() => {
  const out = [];
  const say = (what, e) => out.push(what + ": " + (e ? (e.outerHTML || e.textContent).slice(0, 140) : ""));
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll") && !e.closest(".skip"));
    say(`scrolls sideways, ${root.scrollWidth} in ${innerWidth}`, wide.at(-1));
  }
  if (!root.lang) say("no language", root);
  if (!document.title) say("no title");
  if (document.querySelectorAll("main").length !== 1) say("not one main part");
  if (document.querySelectorAll("h1").length !== 1) say("not one h1");
  let level = 0;
  for (const h of document.querySelectorAll("h1,h2,h3,h4,h5")) {
    const l = +h.tagName[1];
    if (l > level + 1) say("heading skips a level", h);
    level = l;
  }
  const ids = new Set();
  for (const e of document.querySelectorAll("[id]")) {
    if (ids.has(e.id)) say("id twice", e);
    ids.add(e.id);
  }
  for (const e of document.querySelectorAll("a,button,summary,[role=region],input:not([type=hidden]),select")) {
    const label = e.labels && e.labels[0];
    const name = e.getAttribute("aria-label") || (label && label.textContent) || e.textContent;
    if (!name.trim() || e.matches("select,input") && !label && !e.getAttribute("aria-label")) say("no name", e);
  }
  for (const e of document.querySelectorAll("svg:not([aria-hidden])")) {
    if (e.getAttribute("role") !== "img" || !e.querySelector("title")?.textContent.trim()) say("picture without a name", e);
  }
  for (const t of document.querySelectorAll("table")) {
    for (const h of t.querySelectorAll("th")) if (!h.scope) say("head without a scope", h);
    const widths = new Set([...t.rows].map((r) => [...r.cells].reduce((n, c) => n + c.colSpan, 0)));
    if (widths.size > 1) say("rows of unequal length", t);
  }
  if (document.querySelector("[style]")) say("inline style", document.querySelector("[style]"));

  // Contrast, of every text that is shown, with the colours that are used.
  const parse = (c) => {
    const m = c.match(/[\d.]+/g).map(Number);
    return { rgb: m.slice(0, 3), a: m.length > 3 ? m[3] : 1 };
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((x) => (x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const paper = (e) => {
    for (; e; e = e.parentElement) {
      const c = parse(getComputedStyle(e).backgroundColor);
      if (c.a === 1) return c.rgb;
      if (c.a > 0) return null;
    }
    return [255, 255, 255];
  };
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  let texts = 0;
  for (let n; (n = walk.nextNode());) {
    const e = n.parentElement;
    if (!n.textContent.trim() || e.closest("title,desc,script,style,noscript,.hidden,option") || !e.checkVisibility()) continue;
    texts++;
    const style = getComputedStyle(e), back = paper(e); // a cell of a heat map has the class of its text
    if (!back) { say("half a background", e); continue; }
    const fore = parse(e.closest("svg") ? style.fill : style.color).rgb;
    const [x, y] = [luminance(fore), luminance(back)].sort((a, b) => b - a);
    const ratio = (x + 0.05) / (y + 0.05), key = fore + "/" + back;
    if (ratio < 4.5 && !seen.has(key)) { seen.add(key); say(`contrast ${ratio.toFixed(2)}`, e); }
    if (parseFloat(style.fontSize) < 8.5) say("text of " + style.fontSize, e);
  }
  if (texts < 5) say("hardly any text");
  return out;
})()
