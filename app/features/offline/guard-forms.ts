/**
 * Keeps forms of a page that is read without a network where they are: what is typed stays, and is told not to be sent.
 * Its text is the script of kept pages, so it knows nothing but itself.
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
