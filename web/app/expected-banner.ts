/**
 * Remembers whether a banner of held messages was shown, so that rows drawn before the application loads do not
 * shift when the banner appears.
 */
const key = 'heldBanner'

export function isBannerExpected(): boolean {
  return localStorage.getItem(key) !== null
}

export function rememberBanner(isShown: boolean): void {
  if (isShown) localStorage.setItem(key, 'yes')
  else localStorage.removeItem(key)
}
