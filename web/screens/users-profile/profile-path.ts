export function profilePath(userId: string): string {
  return `/utilizadores/${userId}`
}
