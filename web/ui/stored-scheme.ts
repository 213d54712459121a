/** Mantine's local storage key of the colour scheme. */
export const schemeKey = 'mantine-color-scheme-value'

/** Applies the stored scheme before the first paint; Mantine takes over when it is loaded. */
export function applyStoredScheme(): void {
  const chosen = localStorage.getItem(schemeKey)
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
}
