/** Where Mantine keeps the chosen colour scheme. */
export const schemeKey = 'mantine-color-scheme-value'

/** Applies the chosen scheme before the first paint; Mantine does the same when it arrives. */
export function applyStoredScheme(): void {
  const chosen = localStorage.getItem(schemeKey)
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
