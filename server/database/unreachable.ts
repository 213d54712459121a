/** Codes of PostgreSQL and of sockets. */
const codes = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)/
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i

/** Whether the database is out of reach for now, so that what failed may be retried as it is. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  return (typeof code === 'string' && codes.test(code)) || words.test(message ?? '')
}
