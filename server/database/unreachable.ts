/** PostgreSQL and socket error codes. */
const codes = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)/
const words =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i

/** Whether the error says that the database is temporarily out of reach, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: string }
  return (typeof code === 'string' && codes.test(code)) || words.test(message ?? '')
}
