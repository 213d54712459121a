/** The organisation's words are new: the application starts over with them. */
export function openAfterSetup(): void {
  location.assign('/')
}
