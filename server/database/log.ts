/** What the database needs of the server's log. */
export interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
