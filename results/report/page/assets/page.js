// Sorts tables and keeps live pages up to date. Pages say the same without it.
"use strict";
(() => {
  // number reads the first number of a cell: "1,234", "-3.5 %" and "12-15" count as
  // 1234, -3.5 and 12.
  const number = (text) => {
    const m = text.replace(/,/g, "").replace(/−/g, "-").match(/^[^0-9+-]*([+-]?[0-9]+(\.[0-9]+)?)/);
    return m ? parseFloat(m[1]) : NaN;
  };

  const sortBy = (table, column, ascending) => {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, i) => ({ row, i, text: row.cells[column].textContent.trim() }));
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
        if (cell.classList.contains("picture") || cell.classList.contains("path")) return;
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

  // live replaces the section of a run whenever the server tells of a new generation.
  // Details that were opened stay open.
  const live = (part) => {
    let busy = false, again = false;
    const refresh = async () => {
      if (busy) { again = true; return; }
      busy = true;
      try {
        const answer = await fetch(part.dataset.part, { headers: { Accept: "text/html" } });
        if (answer.ok) {
          const open = [...part.querySelectorAll("details")].map((d) => d.open);
          const page = new DOMParser().parseFromString(await answer.text(), "text/html");
          part.replaceChildren(...page.body.childNodes);
          part.querySelectorAll("details").forEach((d, i) => { d.open = open[i] || false; });
          sortable(part);
        }
      } catch { /* the server is gone; EventSource tries again by itself */ }
      busy = false;
      if (again) { again = false; refresh(); }
    };
    const events = new EventSource(part.dataset.events);
    events.addEventListener("generation", refresh);
    events.addEventListener("end", () => { events.close(); refresh(); });
  };

  sortable(document);
  document.querySelectorAll("[data-events]").forEach(live);
})();
