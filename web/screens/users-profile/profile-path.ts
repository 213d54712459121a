/** The address of one's own profile. */
export function profilePath(userId: string): string {
  return `/utilizadores/${userId}`
}
