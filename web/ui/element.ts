/** A DOM element with attributes and what it holds, for what is drawn before the application's code has arrived. */
export function element(
  tag: string,
  attributes: Record<string, string | undefined>,
  ...children: (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, value)
  made.append(...children)
  return made
}
