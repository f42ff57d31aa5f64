// Sorts tables, lets charts be read, zoomed and saved, and keeps live pages up to date.
// Pages say the same without it.
"use strict";
(() => {
  // number reads the first number of a cell: "1,234", "-3.5 %" and "12-15" count as
  // 1234, -3.5 and 12.
  const number = (text) => {
    const m = text
      .replace(/,/g, "")
      .replace(/−/g, "-")
      .match(/^[^0-9+-]*([+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?)/);
    return m ? parseFloat(m[1]) : NaN;
  };

  const isNumber = (text) => /^[+-]?[0-9]/.test(text.replace("−", "-"));

  // ordered sorts items by their texts: by numbers if all are numbers; "" and "-" come last.
  const ordered = (items, textOf, ascending) => {
    const all = items.map((item, i) => ({ item, i, text: textOf(item) }));
    const none = (x) => x.text === "" || x.text === "-";
    const numeric = all.every((x) => none(x) || isNumber(x.text));
    all.sort((a, b) => {
      if (none(a) !== none(b)) return none(a) ? 1 : -1;
      const d = numeric && !none(a) ? number(a.text) - number(b.text) : a.text.localeCompare(b.text);
      return (ascending ? d : -d) || a.i - b.i;
    });
    return all.map((x) => x.item);
  };

  // onHeads makes the heads of a table buttons that sort it.
  const onHeads = (table, sort) => {
    [...table.tHead.rows[0].cells].forEach((cell, column) => {
      const plain = ["picture", "plain", "path"].some((c) => cell.classList.contains(c));
      if (plain || cell.textContent === "") return;
      const head = document.createElement("button");
      head.type = "button";
      head.append(...cell.childNodes);
      cell.append(head);
      head.addEventListener("click", () => {
        const ascending = cell.getAttribute("aria-sort") === "descending";
        markHead(table, column, ascending);
        sort(column, ascending);
      });
    });
  };

  const markHead = (table, column, ascending) => {
    [...table.tHead.rows[0].cells].forEach((cell, i) => {
      if (i === column) cell.setAttribute("aria-sort", ascending ? "ascending" : "descending");
      else cell.removeAttribute("aria-sort");
    });
  };

  const sortable = (root) => {
    for (const table of root.querySelectorAll("table.sort")) {
      const textOf = (column) => (row) =>
        row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
      onHeads(table, (column, ascending) => {
        const body = table.tBodies[0];
        body.append(...ordered([...body.rows], textOf(column), ascending));
      });
    }
  };

  // live replaces the head of a run, and its section where it is shown, whenever the server
  // tells of a new generation. Details that were opened stay open.
  const live = (part) => {
    let busy = false,
      again = false;
    const refresh = async () => {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      try {
        const answer = await fetch(part.dataset.part, { headers: { Accept: "text/html" } });
        if (answer.ok) {
          const open = [...part.querySelectorAll("details")].map((d) => d.open);
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          document.querySelector(".head").replaceWith(page.querySelector(".head"));
          if (part.hidden) {
            busy = false;
            return;
          }
          const typing = part.contains(document.activeElement) ? document.activeElement : null;
          part.replaceChildren(...page.body.childNodes);
          part.querySelectorAll("details").forEach((d, i) => {
            d.open = open[i] || false;
          });
          enhance(part);
          const field = typing?.name && part.querySelector(`[name="${CSS.escape(typing.name)}"]`);
          if (field) {
            field.focus();
            if (field.type === "search") field.setSelectionRange(typing.selectionStart, typing.selectionEnd);
          }
        }
      } catch {
        /* the server is gone; EventSource tries again by itself */
      }
      busy = false;
      if (again) {
        again = false;
        refresh();
      }
    };
    const events = new EventSource(part.dataset.events);
    events.addEventListener("generation", refresh);
    events.addEventListener("status", (e) => {
      document.querySelector(".now").innerHTML = e.data;
      if (!part.hidden && !part.querySelector(".data, .trials")) refresh(); // before the first generation
    });
    events.addEventListener("end", () => {
      events.close();
      refresh();
      ended();
    });
    offer();
  };

  // board keeps the rows of the leaderboard up to date while a run breeds; ticks stay.
  const board = async () => {
    if (!document.querySelector(".board .state.running")) return;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      for (const old of document.querySelectorAll("tr[data-row]")) {
        const row = page.querySelector(`tr[data-row="${CSS.escape(old.dataset.row)}"]`);
        if (!row) continue;
        for (const tick of row.querySelectorAll("input"))
          tick.checked = !!old.querySelector(`input[value="${CSS.escape(tick.value)}"]:checked`);
        row.hidden = old.hidden;
        old.replaceWith(row);
      }
    } catch {
      /* the server is gone; the next look tries again */
    }
  };

  // The token of the address is kept where no other port of this host reads it, and leaves the address.
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token) {
    localStorage.setItem("bloodline-token", token);
    history.replaceState(null, "", location.pathname + location.search);
  }

  // filter leaves the rows of the leaderboard that have all words of a text.
  const filter = (form) => {
    const box = make("input", {
      type: "search",
      placeholder: "filter",
      "aria-label": "Rows with these words",
    });
    form.before(box);
    box.addEventListener("input", () => {
      const words = box.value.toLowerCase().split(/\s+/);
      for (const row of form.querySelectorAll("tr[data-row]"))
        row.hidden = !words.every((w) => row.textContent.toLowerCase().includes(w));
      const folded = form.querySelector("details.shipped");
      if (folded) folded.open = box.value !== "" && !!folded.querySelector("tr[data-row]:not([hidden])");
    });
  };

  // asked sends a form that changes runs: what was refused stays in it, with the reason.
  const asked = async (event) => {
    const form = event.target;
    if (!form.matches("form.acts[method=post]")) return;
    event.preventDefault();
    form.querySelector(".notice")?.remove();
    const headers = { "Bloodline-Token": localStorage.getItem("bloodline-token") || "" };
    const answer = await fetch(form.getAttribute("action"), {
      method: "POST",
      headers,
      body: new URLSearchParams(new FormData(form, event.submitter)),
    });
    if (answer.ok) {
      location.href = answer.url;
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    make("p", { class: "notice", role: "alert" }, form).textContent = page
      .querySelector(".notice")
      .textContent.trim();
  };

  // ended tells of the end of a run where the person has allowed it.
  const ended = () => {
    document.querySelectorAll(".now, .tell").forEach((e) => e.remove());
    document.querySelector("button[value=stop]")?.closest("form").remove();
    if (window.Notification?.permission === "granted") new Notification(document.title + " has ended");
  };
  const offer = () => {
    const row = document.querySelector("div.acts");
    if (!row || window.Notification?.permission !== "default") return;
    const b = button(row, "Tell me when it ends", "Tell me when the run ends", async () => {
      await Notification.requestPermission();
      b.remove();
    });
    b.className = "move tell";
  };

  const svgNS = "http://www.w3.org/2000/svg";
  const drawnTags = ["svg", "g", "line", "rect", "circle", "text", "title"];
  const make = (tag, attributes, parent) => {
    const e =
      drawnTags.includes(tag)
        ? document.createElementNS(svgNS, tag)
        : document.createElement(tag);
    for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
    if (parent) parent.append(e);
    return e;
  };
  const named = (n) => n.toLocaleString("en-US", { maximumFractionDigits: 2 });

  const save = (blob, name) => {
    const a = make("a", { href: URL.createObjectURL(blob), download: name });
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  };
  const fileName = (title, ending) => title.replace(/[^\p{L}\p{M}\p{Nd}._-]+/gu, "_") + "." + ending;

  // standalone is a figure with the colours that it has on the page, as text.
  const standalone = (svg) => {
    const copy = svg.cloneNode(true);
    const from = [svg, ...svg.querySelectorAll("*")],
      to = [copy, ...copy.querySelectorAll("*")];
    from.forEach((e, i) => {
      const style = getComputedStyle(e);
      for (const k of [
        "fill",
        "stroke",
        "stroke-width",
        "stroke-dasharray",
        "fill-opacity",
        "stroke-opacity",
        "font-size",
        "font-family",
        "font-weight",
      ])
        to[i].setAttribute(k, style.getPropertyValue(k));
    });
    copy.querySelectorAll(".cross,.zoom,.ring").forEach((e) => e.remove());
    const box = svg.viewBox.baseVal;
    const paper = make("rect", {
      width: box.width,
      height: box.height,
      fill: getComputedStyle(document.body).backgroundColor,
    });
    copy.prepend(paper);
    copy.setAttribute("width", box.width);
    copy.setAttribute("height", box.height);
    return new XMLSerializer().serializeToString(copy);
  };

  const savePNG = (svg, name) => {
    const image = new Image(),
      box = svg.viewBox.baseVal;
    image.onload = () => {
      const canvas = make("canvas", { width: 2 * box.width, height: 2 * box.height });
      canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => save(blob, name));
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(standalone(svg));
  };

  const csv = (rows) =>
    new Blob(
      [
        rows
          .map((r) => r.map((c) => (/[",\n]/.test(c) ? `"${String(c).replace(/"/g, '""')}"` : c)).join(","))
          .join("\n") + "\n",
      ],
      { type: "text/csv" },
    );
  const plotRows = (plot) => [
    ["series", plot.x, plot.y, "low", "high"],
    ...plot.series.flatMap((s) =>
      s.x.map((x, i) => [s.label, x, s.y[i], s.low ? s.low[i] : "", s.high ? s.high[i] : ""]),
    ),
  ];
  const tableRows = (table) => [...table.rows].map((r) => [...r.cells].map((c) => c.textContent.trim()));

  const button = (parent, text, label, act) => {
    const b = make("button", { type: "button", "aria-label": label }, parent);
    b.textContent = text;
    b.addEventListener("click", act);
    return b;
  };

  // zoomed redraws the data of a figure for the part [from, to] of its x axis.
  const zoomed = (svg, from, to) => {
    const [left, , right, bottom, x0, x1] = svg.dataset.frame.split(" ").map(Number);
    const at = (px) =>
      left + ((x0 + ((px - left) / (right - left)) * (x1 - x0) - from) / (to - from)) * (right - left);
    const inside = (px) => Math.min(Math.max(px, left), right);
    for (const e of svg.querySelectorAll(".data > *")) {
      if (!e.first)
        e.first = { points: e.getAttribute("points"), cx: e.getAttribute("cx"), x1: e.getAttribute("x1") };
      if (e.first.points) {
        const points = e.first.points
          .split(" ")
          .map((p) => p.split(",").map(Number))
          .map(([x, y]) => [at(x), y]);
        e.setAttribute(
          "points",
          cut(points, left, right, e.tagName === "polygon")
            .map((p) => p.map((v) => v.toFixed(1)).join(","))
            .join(" "),
        );
      } else {
        const x = at(Number(e.first.cx ?? e.first.x1)),
          out = x !== inside(x);
        if (e.first.cx) e.setAttribute("cx", x);
        else {
          e.setAttribute("x1", x);
          e.setAttribute("x2", x);
        }
        e.toggleAttribute("hidden", out);
      }
    }
    const whole = from === x0 && to === x1;
    for (const kind of ["text.tick", "line.tick"]) {
      const ticks = [...svg.querySelectorAll(kind)];
      const raw = (to - from) / ticks.length,
        ten = 10 ** Math.floor(Math.log10(raw));
      const step = Math.max(
        1,
        [1, 2, 5, 10].map((m) => m * ten).find((m) => m >= raw),
      );
      ticks.forEach((t, i) => {
        if (!t.first) t.first = { x: t.getAttribute("x") ?? t.getAttribute("x1"), text: t.textContent };
        const value = (Math.ceil(from / step) + i) * step;
        const px = whole ? t.first.x : left + ((value - from) / (to - from)) * (right - left);
        for (const k of kind === "text.tick" ? ["x"] : ["x1", "x2"]) t.setAttribute(k, px);
        t.toggleAttribute("hidden", !whole && value > to);
        if (kind === "text.tick") t.textContent = whole ? t.first.text : named(value);
      });
    }
  };

  // cut leaves of a line what lies between two edges, with the points on them.
  const cut = (points, left, right, closed) => {
    if (closed) return points.map(([x, y]) => [Math.min(Math.max(x, left), right), y]);
    const out = [];
    points.forEach((p, i) => {
      const q = points[i - 1];
      for (const edge of [left, right]) {
        if (q && (q[0] - edge) * (p[0] - edge) < 0)
          out.push([edge, q[1] + ((edge - q[0]) / (p[0] - q[0])) * (p[1] - q[1])]);
      }
      if (p[0] >= left && p[0] <= right) out.push(p);
    });
    return out;
  };

  // charts are the plots of a page. Those of one run share the crosshair and the zoom.
  const charts = [];
  const show = (x) => charts.forEach((c) => c.cross(x));
  const zoom = (name, range) =>
    charts.forEach((c) => {
      if (c.plot.x === name) c.zoom(range);
    });

  const chart = (box) => {
    const plot = JSON.parse(box.dataset.plot);
    if (!plot.series || plot.series.every((s) => s.x.length < 2)) return;
    const svgs = [...box.querySelectorAll("svg[data-frame]")];
    const read = make("div", { class: "read", hidden: "" }, box);
    let range = null,
      begin = null;
    const frameOf = (svg) => {
      const [left, top, right, bottom, x0, x1] = svg.dataset.frame.split(" ").map(Number);
      return { left, top, right, bottom, x0, x1, a: range ? range[0] : x0, b: range ? range[1] : x1 };
    };
    const drawn = () => svgs.find((s) => s.getBoundingClientRect().width > 0);
    const valueAt = (svg, event) => {
      const f = frameOf(svg),
        r = svg.getBoundingClientRect(),
        px = ((event.clientX - r.left) / r.width) * svg.viewBox.baseVal.width;
      return f.a + ((Math.min(Math.max(px, f.left), f.right) - f.left) / (f.right - f.left)) * (f.b - f.a);
    };
    const px = (f, x) => f.left + ((x - f.a) / (f.b - f.a)) * (f.right - f.left);
    const nearest = (s, x) =>
      s.x.reduce((best, v, i) => (Math.abs(v - x) < Math.abs(s.x[best] - x) ? i : best), 0);
    const self = {
      plot,
      box,
      cross(x) {
        const svg = drawn();
        svgs.forEach((s) => s.querySelector(".cross")?.remove());
        read.hidden = true;
        if (!svg || x === null) return;
        const f = frameOf(svg);
        const main = plot.series[0],
          at = main.x[nearest(main, x)];
        if (x < f.a || x > f.b || at < f.x0 || at > f.x1) return;
        make("line", { class: "cross", x1: px(f, x), x2: px(f, x), y1: f.top, y2: f.bottom }, svg);
        read.replaceChildren();
        make("b", {}, read).textContent = `${plot.x} ${named(at)}`;
        for (const s of plot.series) {
          const i = nearest(s, x);
          if (Math.abs(s.x[i] - x) > (f.b - f.a) / 20) continue;
          make("div", {}, read).textContent =
            `${s.label}: ${named(s.y[i])}` + (s.low ? ` (${named(s.low[i])} to ${named(s.high[i])})` : "");
        }
        read.hidden = false;
        const r = svg.getBoundingClientRect(),
          k = r.width / svg.viewBox.baseVal.width,
          end = px(f, x) * k;
        const room = end + 12 + read.offsetWidth <= box.clientWidth;
        place(
          read,
          Math.max(0, room ? end + 12 : end - 12 - read.offsetWidth),
          f.top * k + svg.parentElement.offsetTop,
        );
      },
      zoom(to) {
        range = to;
        self.cross(null);
        svgs.forEach((svg) => {
          const f = frameOf(svg);
          zoomed(svg, f.a, f.b);
        });
        whole.hidden = !range;
      },
    };
    for (const svg of svgs) {
      svg.addEventListener("pointermove", (e) => {
        const x = valueAt(svg, e);
        show(x);
        const f = frameOf(svg);
        svg.querySelector(".zoom")?.remove();
        if (begin !== null)
          make(
            "rect",
            {
              class: "zoom",
              x: px(f, Math.min(begin, x)),
              y: f.top,
              width: Math.abs(px(f, x) - px(f, begin)),
              height: f.bottom - f.top,
            },
            svg,
          );
      });
      svg.addEventListener("pointerleave", () => {
        if (begin === null) show(null);
      });
      svg.addEventListener("pointerdown", (e) => {
        if (e.pointerType !== "touch") {
          begin = valueAt(svg, e);
          svg.setPointerCapture(e.pointerId);
          e.preventDefault();
        }
      });
      svg.addEventListener("pointerup", (e) => {
        const end = valueAt(svg, e),
          f = frameOf(svg);
        svg.querySelector(".zoom")?.remove();
        if (begin !== null && Math.abs(end - begin) > (f.b - f.a) / 50)
          zoom(plot.x, [Math.min(begin, end), Math.max(begin, end)]);
        begin = null;
      });
      svg.addEventListener("dblclick", () => zoom(plot.x, null));
    }
    const bar = tools(box, drawn, () => plotRows(plot));
    const whole = button(bar, "whole range", "Show the whole range", () => zoom(plot.x, null));
    whole.hidden = true;
    bar.prepend(whole);
    charts.splice(0, Infinity, ...charts.filter((c) => c.box.isConnected), self); // live pages replace theirs
  };

  // place moves a box by a style sheet rule of its own: pages allow no inline style.
  const place = (e, left, top) => {
    e.style.setProperty("left", left + "px");
    e.style.setProperty("top", top + "px");
  };

  const tools = (box, drawn, rows) => {
    const bar = make("div", { class: "tools" });
    box.after(bar);
    const title = () => drawn().querySelector("title").textContent;
    button(bar, "SVG", "Save as SVG", () =>
      save(new Blob([standalone(drawn())], { type: "image/svg+xml" }), fileName(title(), "svg")),
    );
    button(bar, "PNG", "Save as PNG", () => savePNG(drawn(), fileName(title(), "png")));
    if (rows)
      button(bar, "CSV", "Save the numbers as CSV", () => save(csv(rows()), fileName(title(), "csv")));
    return bar;
  };

  const enhance = (root) => {
    sortable(root);
    for (const box of root.querySelectorAll(".drawn")) {
      if (box.dataset.plot) chart(box);
      else
        tools(box, () => [...box.querySelectorAll("svg")].find((s) => s.getBoundingClientRect().width > 0));
    }
    for (const table of root.querySelectorAll("table.sort, table.heat, table.matrix")) {
      const bar = make("div", { class: "tools" });
      (table.closest(".scroll") || table).after(bar);
      const name =
        table.caption?.textContent ||
        table.closest("details")?.querySelector("summary").textContent ||
        document.title;
      button(bar, "CSV", "Save the table as CSV: " + name, () =>
        save(csv(tableRows(table)), fileName(name, "csv")),
      );
    }
    for (const line of root.querySelectorAll(".command")) {
      const code = line.querySelector("code");
      const words = code.textContent.split(" ").map((w) => {
        const word = document.createElement("span");
        word.textContent = w;
        return word;
      });
      code.replaceChildren(...words.flatMap((w, i) => (i ? [" ", w] : [w])));
      code.classList.add("words");
      button(line, "Copy", "Copy the command", () =>
        navigator.clipboard.writeText(line.querySelector("code").textContent),
      );
    }
    root.querySelectorAll(".trials").forEach(trials); // last: it draws figures of its own
  };

  // condition makes a test of a word of the filter: text that a row has, or a column with a range, such as games>100,
  // speed=0.1..0.3 or style=steady. It throws what is wrong with the word.
  const condition = (word, heads) => {
    const [, name, sign, value] = word.match(/^(.*?)(<=|>=|<|>|=)(.*)$/) ?? [];
    if (!sign) return (row) => row.text.includes(word.toLowerCase());
    const plain = (s) => s.toLowerCase().replace(/[ %]/g, "");
    const column = heads.findIndex((h) => plain(h) === plain(name));
    if (column < 0) throw `There is no column ${name || "in front of " + word}.`;
    if (value === "") throw `${word} needs a value.`;
    const range = value.match(/^(.+?)\.\.(.+)$/);
    const [low, high] = range ? [range[1], range[2]] : [value, value];
    if (sign === "=" && !range && !isNumber(value))
      return (row) => row.cells[column].toLowerCase() === value.toLowerCase();
    if (!isNumber(low) || !isNumber(high) || (range && sign !== "=")) throw `${word}: ${value} is not a number.`;
    const [a, b] = [number(low), number(high)];
    const tests = {
      "<": (x) => x < a,
      "<=": (x) => x <= a,
      ">": (x) => x > a,
      ">=": (x) => x >= a,
      "=": (x) => x >= a && x <= b,
    };
    return (row) => tests[sign](number(row.cells[column]));
  };

  // What a reader has chosen of the trials of a run stays when a live page replaces them.
  const chosen = {};
  const mostRows = 200;
  const [gamesColumn, pointsColumn, firstGene] = [1, 2, 4];

  // trials lets a reader sort and filter the settings that a run has tried, and draws one parameter against points.
  // All that it draws was measured.
  const trials = (box) => {
    const [heads, ...lines] = box
      .querySelector(".lines")
      .textContent.trimEnd()
      .split("\n")
      .map((l) => l.split("\t"));
    const width = heads.length - 3; // the last three are for the scatter
    const names = heads.slice(0, width);
    const all = lines.map((cells) => ({
      cells,
      text: cells.slice(0, width).join(" ").toLowerCase(),
      points: number(cells[pointsColumn]),
      low: number(cells[width]),
      high: number(cells[width + 1]),
      mark: cells[width + 2] ?? "",
    }));
    const now = (chosen[box.dataset.name] ??= { words: "", column: -1, ascending: false, gene: "" });
    const table = box.querySelector("table");
    const status = box.querySelector("[role=status]");

    const form = make("div", { class: "acts" });
    box.querySelector(".scroll").before(form);
    const filterLabel = make("label", {}, form);
    filterLabel.append("Filter ");
    const words = make("input", { type: "search", name: "filter", size: 34 }, filterLabel);
    words.placeholder = `games>100 ${names[firstGene] ?? "games"}<1 text`;
    words.title = "Words of a row, and columns with a range: games>100, speed=0.1..0.3, style=steady";
    words.value = now.words;
    const geneLabel = make("label", {}, form);
    geneLabel.append("Parameter ");
    const gene = make("select", { name: "gene" }, geneLabel);
    for (const name of names.slice(firstGene)) make("option", {}, gene).textContent = name;
    const varies = names.findIndex((_, i) => i >= firstGene && all.some((r) => r.cells[i] !== all[0].cells[i]));
    gene.value = names.includes(now.gene, firstGene) ? now.gene : (names[varies] ?? names[firstGene] ?? "");
    const figure = make("figure", { class: "scatter" });
    form.after(status, figure);

    let shown = all;
    const fill = () => {
      const rows = shown.slice(0, mostRows).map((r) => {
        const row = document.createElement("tr");
        r.cells.slice(0, width).forEach((text, i) => {
          const cell = document.createElement(i === 0 ? "th" : "td");
          if (i === 0) cell.scope = "row";
          cell.textContent = text;
          row.append(cell);
        });
        return row;
      });
      table.tBodies[0].replaceChildren(...rows);
    };
    const draw = () => scatter(figure, shown, names.indexOf(gene.value, firstGene), names);
    const show = () => {
      const wrong = [];
      const tests = words.value.split(/\s+/).flatMap((word) => {
        try {
          return word ? [condition(word, names)] : [];
        } catch (problem) {
          wrong.push(problem);
          return [];
        }
      });
      shown = all.filter((row) => tests.every((test) => test(row)));
      if (now.column >= 0) shown = ordered(shown, (row) => row.cells[now.column], now.ascending);
      fill();
      draw();
      words.toggleAttribute("aria-invalid", wrong.length > 0);
      const count = (n) => n.toLocaleString("en-US");
      status.textContent = [
        ...wrong,
        words.value ? `${count(shown.length)} of ${count(all.length)} settings.` : "",
        shown.length > mostRows ? `The table has the first ${mostRows}, the picture all.` : "",
      ].join(" ");
    };
    words.addEventListener("input", () => {
      now.words = words.value;
      show();
    });
    gene.addEventListener("change", () => {
      now.gene = gene.value;
      draw();
    });
    onHeads(table, (column, ascending) => {
      [now.column, now.ascending] = [column, ascending];
      show();
    });
    const bar = make("div", { class: "tools" });
    box.querySelector(".scroll").after(bar);
    button(bar, "CSV", "Save the settings as CSV", () => {
      const rows = [names, ...shown.map((r) => r.cells.slice(0, width))];
      save(csv(rows), fileName("trials of " + box.dataset.name, "csv"));
    });
    if (now.column >= 0) markHead(table, now.column, now.ascending);
    if (now.column >= 0 || now.words || all.length > mostRows) show();
    else draw();
  };

  // steps are round numbers between two others, for an axis.
  const steps = (from, to, most) => {
    const raw = (to - from) / most || 1,
      ten = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((m) => m * ten).find((m) => m >= raw);
    const out = [];
    for (let k = Math.ceil(from / step); k * step <= to + step / 1e6; k++)
      out.push(Number((k * step).toPrecision(12)));
    return out;
  };

  // scatter draws the points of settings over one of their values, each with its interval. A point is read under the
  // pointer, or by the arrow keys.
  const scatter = (figure, rows, column, names) => {
    const wide = Math.min(1120, Math.max(320, figure.clientWidth || 680)),
      tall = Math.max(220, Math.min(380, wide * 0.4));
    figure.replaceChildren();
    const points = rows.filter((r) => Number.isFinite(r.low) && r.cells[column] !== undefined);
    if (points.length === 0) {
      make("figcaption", {}, figure).textContent = "No setting with games is left to draw.";
      return;
    }
    const words = points.some((r) => !isNumber(r.cells[column]));
    const kinds = [...new Set(points.map((r) => r.cells[column]))].sort();
    const raw = points.map((r) => (words ? kinds.indexOf(r.cells[column]) : number(r.cells[column])));
    const least = Math.min(...raw),
      most = Math.max(...raw);
    const log = !words && figure.closest(".trials").dataset.log.split(" ").includes(names[column]);
    const on = (x) => (log ? Math.log10(x) : x);
    const spread = (i) => (words ? (((i * 0.618) % 1) - 0.5) * 0.6 : 0); // else points of a word hide each other
    const room = words ? 0.5 : (on(most) - on(least)) * 0.03 || 0.5;
    const [x0, x1] = [on(least) - room, on(most) + room];
    let [y0, y1] = [Math.min(...points.map((r) => r.low)), Math.max(...points.map((r) => r.high))];
    const air = (y1 - y0) * 0.05 || 0.5;
    [y0, y1] = [y0 - air, y1 + air];
    const f = { left: 48, right: wide - 10, top: 24, bottom: tall - 40 };
    const atX = (x) => f.left + ((x - x0) / (x1 - x0)) * (f.right - f.left);
    const atY = (y) => f.bottom - ((y - y0) / (y1 - y0)) * (f.bottom - f.top);

    const box = make("div", { class: "drawn" }, figure);
    const svg = make("svg", { class: "figure", viewBox: `0 0 ${wide} ${tall}`, width: wide, height: tall }, box);
    svg.setAttribute("role", "img");
    svg.setAttribute("tabindex", 0);
    make("title", {}, svg).textContent = `${names[pointsColumn]} by ${names[column]}`;
    const text = (kind, anchor, x, y, s) => {
      make("text", { class: kind, "text-anchor": anchor, x, y }, svg).textContent = s;
    };
    text("q", "start", 2, 14, names[pointsColumn]);
    text("q", "middle", (f.left + f.right) / 2, tall - 6, names[column] + (log ? ", logarithmic" : ""));
    for (const y of steps(y0, y1, 6)) {
      make("line", { class: "grid", x1: f.left, x2: f.right, y1: atY(y), y2: atY(y) }, svg);
      text("q", "end", f.left - 6, atY(y) + 4, named(y));
    }
    let ticks = words ? kinds.map((k, i) => [i, k]) : steps(on(least), on(most), wide / 90).map((x) => [x, named(x)]);
    if (log) ticks = steps(x0, x1, 8).filter(Number.isInteger).map((x) => [x, String(10 ** x)]);
    for (const [x, s] of ticks) {
      make("line", { class: "grid", x1: atX(x), x2: atX(x), y1: f.bottom, y2: f.bottom + 4 }, svg);
      text("q", "middle", atX(x), f.bottom + 17, s);
    }
    const placed = points
      .map((row, i) => ({ row, x: atX(on(raw[i]) + spread(i)), y: atY(row.points) }))
      .sort((a, b) => (a.row.mark !== "") - (b.row.mark !== "") || a.x - b.x);
    const classes = { champion: "good", defaults: "bad" };
    const data = make("g", { class: "data" }, svg);
    for (const p of placed) {
      const kind = classes[p.row.mark] ?? "dotq";
      make("line", { class: "whisker", x1: p.x, x2: p.x, y1: atY(p.row.low), y2: atY(p.row.high) }, data);
      make("circle", { class: kind, cx: p.x, cy: p.y, r: p.row.mark ? 5 : 3 }, data);
      if (p.row.mark) {
        const end = p.x > wide - 90;
        text("halo", end ? "end" : "start", p.x + (end ? -8 : 8), p.y - 7, p.row.mark);
      }
    }
    make("figcaption", {}, figure).textContent =
      "Each dot is a setting with the points of all its games in the search; lines are intervals of 95 %.";

    const read = make("div", { class: "read setting", hidden: "", "aria-live": "polite" }, box);
    const ring = make("circle", { class: "ring", r: 7, hidden: "" }, svg);
    const order = [...placed].sort((a, b) => a.x - b.x);
    let at = -1;
    const tell = (i) => {
      at = i;
      const p = order[i];
      ring.toggleAttribute("hidden", !p);
      read.hidden = !p;
      if (!p) return;
      ring.setAttribute("cx", p.x);
      ring.setAttribute("cy", p.y);
      read.replaceChildren();
      make("b", {}, read).textContent = p.row.cells[0];
      make("div", {}, read).textContent =
        `${p.row.cells[gamesColumn]} games, ${names[pointsColumn]} ${p.row.cells[pointsColumn]}` +
        ` (${named(p.row.low)} to ${named(p.row.high)})`;
      make("div", {}, read).textContent = names
        .slice(firstGene)
        .map((name, k) => `${name} ${p.row.cells[firstGene + k]}`)
        .join(", ");
      const scale = svg.getBoundingClientRect().width / wide;
      const left = p.x * scale + 12,
        over = left + read.offsetWidth > box.clientWidth;
      place(read, Math.max(0, over ? p.x * scale - 12 - read.offsetWidth : left), p.y * scale + 12);
    };
    svg.addEventListener("pointermove", (e) => {
      const r = svg.getBoundingClientRect(),
        k = wide / r.width,
        x = (e.clientX - r.left) * k,
        y = (e.clientY - r.top) * k;
      let best = -1,
        near = 20;
      order.forEach((p, i) => {
        const d = Math.hypot(p.x - x, p.y - y);
        if (d < near) [best, near] = [i, d];
      });
      if (best !== at) tell(best);
    });
    svg.addEventListener("pointerleave", () => tell(-1));
    svg.addEventListener("blur", () => tell(-1));
    svg.addEventListener("focus", () => {
      if (at < 0 && svg.matches(":focus-visible")) tell(Math.max(0, order.findIndex((p) => p.row.mark === "champion")));
    });
    svg.addEventListener("keydown", (e) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: order.length - 1 }[e.key];
      if (to === undefined) return;
      e.preventDefault();
      tell(Math.min(Math.max(to, 0), order.length - 1));
    });
    tools(box, () => svg, null);
  };

  // stepping shows a game move by move: one position, and the log of all moves beside it.
  // Without script all positions stand below each other, as do the moves of a game without any.
  const stepping = (list) => {
    if (!list.querySelector(".felt, .chances")) return;
    const all = [...list.children];
    let at = 0;
    const bar = make("p", { class: "moves" });
    list.parentElement.before(bar);
    list.classList.add("one");
    const log = make("ol", { class: "news log" }, list.parentElement);
    const rows = all.map((e, i) =>
      button(make("li", {}, log), e.querySelector("code").textContent, `Move ${i + 1}`, () => go(i)),
    );
    const go = (to) => {
      at = Math.min(Math.max(to, 0), all.length - 1);
      all.forEach((e, i) => {
        e.hidden = i !== at;
      });
      rows.forEach((r, i) => {
        if (i === at) r.setAttribute("aria-current", "step");
        else r.removeAttribute("aria-current");
      });
      const row = rows[at].parentElement;
      log.scrollTop = row.offsetTop - log.offsetTop - log.clientHeight / 2;
      place.textContent = `move ${at + 1} of ${all.length}`;
    };
    for (const [text, label, to] of [
      ["|◀", "First move", () => 0],
      ["◀", "Move before", () => at - 1],
      ["▶", "Next move", () => at + 1],
      ["▶|", "Last move", () => all.length - 1],
    ]) {
      button(bar, text, label, () => go(to())).className = "move";
    }
    const place = make("span", { class: "quiet", role: "status" }, bar);
    document.addEventListener("keydown", (e) => {
      if (e.target.closest("input,select")) return;
      if (e.key === "ArrowLeft") go(at - 1);
      if (e.key === "ArrowRight") go(at + 1);
    });
    go(0);
  };

  document.querySelectorAll(".level:not(:last-child)").forEach((e) => e.remove());
  enhance(document);
  const tabs = document.querySelector(".tabs ul"),
    tab = tabs?.querySelector("[aria-current]");
  if (tab) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.clientWidth) / 2; // on a phone they don't all fit
  document.querySelectorAll(".log").forEach((e) => {
    e.scrollTop = e.scrollHeight;
  });
  document.querySelectorAll(".steps").forEach(stepping);
  document.querySelectorAll("[data-events]").forEach(live);
  document.addEventListener("submit", asked);
  if (document.querySelector(".board")) {
    setInterval(board, 2000);
    filter(document.querySelector("form[action='/compare']"));
  }
  if (document.querySelector("[data-playing]")) setTimeout(() => location.reload(), 3000);
  document.addEventListener("keydown", (e) => {
    // keys 1 to 9 answer a question
    if (!e.ctrlKey && !e.altKey && !e.metaKey && /^[1-9]$/.test(e.key))
      document.querySelectorAll(".moves button[name=option]")[e.key - 1]?.click();
  });
})();
