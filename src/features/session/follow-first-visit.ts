/**
 * Takes over typed text, focus and the tapped button from the sign-in screen that the page shows before the app is loaded
 * (src/app/start-snapshot/first-visit.js). Both have the same fields and buttons in the same order.
 */
export function followFirstVisit(screen: HTMLElement): void {
  const before = document.querySelector<HTMLElement>('#last-screen[data-sign-in]');
  if (!before) return;
  const fields = [...before.querySelectorAll('input')];
  const own = screen.querySelectorAll('input');
  const buttons = screen.querySelectorAll('button');
  const focused = fields.find((field) => field === document.activeElement);
  const focus = (field: HTMLInputElement): void => {
    const to = own[fields.indexOf(field)];
    to?.focus();
    to?.setSelectionRange(field.selectionStart, field.selectionEnd);
  };
  const tap = (): void => {
    const { tapped } = before.dataset;
    if (tapped !== undefined) buttons[Number(tapped)]?.click();
  };
  let isTaken = false;
  const take = (): void => {
    if (isTaken) return;
    isTaken = true;
    for (const [index, { value }] of fields.entries()) if (value !== '' && own[index]) type(own[index], value);
    if (focused) focus(focused);
    // React has to draw the text before the tap.
    setTimeout(tap);
  };
  setTimeout(take);
  // On a busy device that may be earlier. Letters that are typed in between would have no field.
  before.addEventListener('leave', take);
  for (const field of fields) field.addEventListener('focus', () => focus(field));
  before.addEventListener('click', tap);
}

/** Enters a value like a person. React ignores a value that was set by its own setter. */
function type(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
