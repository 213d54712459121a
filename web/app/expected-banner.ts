/**
 * Whether a banner that only the server knows of stood above the pages the last time: what is drawn before the
 * application has arrived must not jump when it comes.
 */
const key = 'heldBanner'

export function isBannerExpected(): boolean {
  return localStorage.getItem(key) !== null
}

export function expectBanner(isShown: boolean): void {
  if (isShown) localStorage.setItem(key, 'yes')
  else localStorage.removeItem(key)
}
