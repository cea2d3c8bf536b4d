/** What has gone by the next start (`data-passing`), what is only heard, and what acts. */
const left = '[data-passing], [role="status"].visually-hidden, script, style';

/** What would name a thing twice, hold what somebody typed, or be forbidden by the policy. */
const dropped = new Set(['id', 'style', 'value', 'checked', 'name', 'autofocus', 'aria-labelledby', 'aria-describedby', 'aria-controls']);

/** The HTML of what an element shows, to be looked at and nothing else. */
export function inertCopy(root: Element): string {
  const copy = root.cloneNode(true) as Element;
  for (const node of copy.querySelectorAll(left)) node.remove();
  for (const node of copy.querySelectorAll('*')) {
    for (const name of node.getAttributeNames()) {
      if (dropped.has(name) || node.getAttribute(name)?.startsWith('blob:')) node.removeAttribute(name);
    }
    if (node instanceof HTMLTextAreaElement) node.textContent = '';
  }
  return copy.innerHTML;
}
