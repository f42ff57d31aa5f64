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
      .match(/^[^0-9+-]*([+-]?[0-9]+(\.[0-9]+)?)/);
    return m ? parseFloat(m[1]) : NaN;
  };

  const sortBy = (table, column, ascending) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, i) => ({
      row,
      i,
      text: row.cells[column].dataset.value ?? row.cells[column].textContent.trim(),
    }));
    const numeric = rows.every((r) => r.text === "" || /^[+-]?[0-9]/.test(r.text.replace("−", "-")));
    rows.sort((a, b) => {
      const d = numeric ? number(a.text) - number(b.text) : a.text.localeCompare(b.text);
      return (ascending ? d : -d) || a.i - b.i;
    });
    body.append(...rows.map((r) => r.row));
  };

  const sortable = (root) => {
    for (const table of root.querySelectorAll("table.sort")) {
      [...table.tHead.rows[0].cells].forEach((cell, column) => {
        if (
          cell.classList.contains("picture") ||
          cell.classList.contains("plain") ||
          cell.classList.contains("path")
        )
          return;
        const button = document.createElement("button");
        button.type = "button";
        button.append(...cell.childNodes);
        cell.append(button);
        button.addEventListener("click", () => {
          const ascending = cell.getAttribute("aria-sort") === "descending";
          for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
          cell.setAttribute("aria-sort", ascending ? "ascending" : "descending");
          sortBy(table, column, ascending);
        });
      });
    }
  };

  // live replaces the band of a run, and its section where it is shown, whenever the server
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
          document.querySelector(".band").replaceWith(page.querySelector(".band"));
          if (part.hidden) {
            busy = false;
            return;
          }
          part.replaceChildren(...page.body.childNodes);
          part.querySelectorAll("details").forEach((d, i) => {
            d.open = open[i] || false;
          });
          enhance(part);
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
      if (!part.hidden && !part.querySelector(".data")) refresh(); // before the first generation
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
  const make = (tag, attributes, parent) => {
    const e =
      tag === "line" || tag === "rect" || tag === "text"
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
    copy.querySelectorAll(".cross,.zoom").forEach((e) => e.remove());
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
      button(line, "Copy", "Copy the command", () =>
        navigator.clipboard.writeText(line.querySelector("code").textContent),
      );
    }
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
  document.addEventListener("keydown", (e) => {
    // keys 1 to 9 answer a question
    if (!e.ctrlKey && !e.altKey && !e.metaKey && /^[1-9]$/.test(e.key))
      document.querySelectorAll(".moves button[name=option]")[e.key - 1]?.click();
  });
})();
