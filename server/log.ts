import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import pg from 'pg'
import type { Config } from './config.ts'
import { StartError } from './errors.ts'

type LogOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>

/** Options of the application's log, whose lines hold no personal data. */
export function logOptions({ logLevel }: Pick<Config, 'logLevel'>): LogOptions {
  return {
    level: logLevel === 'info' ? 'warn' : logLevel,
    serializers: {
      err: describeError,
      req: describeRequest,
      res: describeReply,
    } as LogOptions['serializers'],
    hooks: {
      logMethod(args, method) {
        method.apply(this, withoutMessageOf(args) as typeof args)
      },
    },
  }
}

/**
 * An error as the log shows it: class, codes and places in the code. Messages are omitted, since those of Node, libraries and other
 * servers quote the values that they reject, as do the details of PostgreSQL.
 */
export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = error as unknown as Record<string, unknown>
  const named = PLAIN_FIELDS.filter(
    (name) => typeof fields[name] === 'string' || typeof fields[name] === 'number',
  )
  return {
    type: error.name,
    ...messageOf(error),
    ...Object.fromEntries(named.map((name) => [name, fields[name]])),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.slice(0, MAX_CAUSES).map((one) => describeError(one, MAX_CAUSES)),
    }),
  }
}

const MAX_CAUSES = 5
/** Fields whose values are names and codes of programs. */
const PLAIN_FIELDS = [
  'code',
  'syscall',
  'status',
  'statusCode',
  'responseCode',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
]

/** Constant messages of the database driver, which gives these errors no codes. */
const DRIVER_MESSAGES =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/

function messageOf(error: Error): { message?: string } {
  const { message } = error
  if (error instanceof StartError || DRIVER_MESSAGES.test(message)) return { message }
  return error instanceof pg.DatabaseError ? { message: withoutQuoted(message) } : {}
}

/** PostgreSQL quotes every value in its messages. Values may contain quotes, so everything from the first to the last is omitted. */
function withoutQuoted(message: string): string {
  return message.replace(/["'«“`].*["'»”`]/s, '"…"')
}

/** The frames of the stack, without the message at its beginning. */
function framesOf({ stack = '', message }: Error): string {
  const end = message === '' ? -1 : stack.indexOf(message)
  const lines = (end === -1 ? stack : stack.slice(end + message.length)).split('\n')
  return lines.filter((line) => /^\s+at .*(?::\d+:\d+|<anonymous>)\)?$/.test(line)).join('\n')
}

/** A request without its address, whose path and query may contain names and secrets: only its route. */
function describeRequest({ method, routeOptions }: FastifyRequest): object {
  return { method, route: routeOptions?.url }
}

function describeReply({ statusCode }: Pick<FastifyReply, 'statusCode'>): object {
  return { statusCode }
}

/** Replaces the message of a line by the error's class where it would be that of the error. */
function withoutMessageOf(args: unknown[]): unknown[] {
  const [first, message, ...others] = args
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  if (!(error instanceof Error) || (message !== undefined && message !== error.message)) return args
  return [first, error.name, ...others]
}
