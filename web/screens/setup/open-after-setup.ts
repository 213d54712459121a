/** Reloads the application, so that it starts with the new terminology. */
export function openAfterSetup(): void {
  location.assign('/')
}
