/** Elements that will be outdated at the next start (`data-passing`), that are only announced, or that act. */
const left = '[data-passing], [role="status"].visually-hidden, script, style';

/** Attributes that would duplicate ids, hold typed text, or violate the content security policy. */
const dropped = new Set(['id', 'style', 'value', 'checked', 'name', 'autofocus', 'aria-labelledby', 'aria-describedby', 'aria-controls']);

/** Returns the HTML of an element's look, without any function. */
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
