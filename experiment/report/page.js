"use strict";
// Each heading of a table becomes a button that sorts its rows, upwards first. Entries without a value come last.
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const h of heads) h.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const body = table.tBodies[0];
      const rows = [...body.rows].map(row => [row, row.cells[column]]);
      rows.sort(([, a], [, b]) => compare(a, b, up ? 1 : -1));
      body.append(...rows.map(([row]) => row));
    });
  });
}

function compare(a, b, direction) {
  const [x, y] = [a, b].map(cell => cell.textContent.trim());
  if (!x || !y) return !x - !y;
  if (a.dataset.v && b.dataset.v) return direction * (a.dataset.v - b.dataset.v);
  return direction * x.localeCompare(y, "en", { numeric: true });
}
