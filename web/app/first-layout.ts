const collapsedKey = 'menuCollapsed'

/** Whether the menu is collapsed to icons. Stored for later visits. */
export function isMenuCollapsed(): boolean {
  return localStorage.getItem(collapsedKey) === 'true'
}

export function keepMenuCollapsed(isCollapsed: boolean): void {
  localStorage.setItem(collapsedKey, String(isCollapsed))
}

/**
 * Remembers whether a banner of held messages was shown, so that rows drawn before the application loads do not
 * shift when the banner appears.
 */
const bannerKey = 'heldBanner'

export function isBannerExpected(): boolean {
  return localStorage.getItem(bannerKey) !== null
}

export function rememberBanner(isShown: boolean): void {
  if (isShown) localStorage.setItem(bannerKey, 'yes')
  else localStorage.removeItem(bannerKey)
}
