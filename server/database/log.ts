/** The part of the server's log that the database needs. */
export interface Log {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
