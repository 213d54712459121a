/** Attribute of the page's links to the code of the first list, which the build writes. */
export const firstListLink = 'data-first-list'

/** Begins to load the code of the first list, which the application's code would request only after it has run. */
export function preloadFirstList(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[${firstListLink}]`))
    link.rel = 'preload'
}
