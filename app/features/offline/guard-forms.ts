/**
 * Prevents submitting forms on a page read offline: the input stays, with a message. Its source text is the script of
 * stored pages, so it must not refer to anything outside itself.
 */
export function guardForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.method !== "post" || navigator.onLine) return;
    event.preventDefault();
    const said = form.querySelector("[data-unsent]") ?? document.createElement("p");
    said.className = "field__error";
    said.setAttribute("role", "alert");
    said.setAttribute("data-unsent", "");
    said.textContent = "没有网络，没有发出去；写下的都还在";
    form.append(said);
  });
}
