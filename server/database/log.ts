import type { FastifyBaseLogger } from 'fastify'

/** What the database needs of the server's log. */
export type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
