import { createHmac, timingSafeEqual } from 'node:crypto'

export interface FilePlace {
  id: string
  variant: string
}

const hour = 3600

/**
 * A signed link to a file, because navigation of a browser sends no token. Valid for one to two hours, and the same within an hour so
 * that browsers can cache the file.
 */
export function signedUrl(secret: Buffer, place: FilePlace, now: Date, path = '/api/files'): string {
  const expiry = (Math.floor(now.getTime() / 1000 / hour) + 2) * hour
  return `${path}/${place.id}/${place.variant}?e=${expiry}&s=${signature(secret, place, expiry)}`
}

/** Remaining seconds of the link; 0 when it is expired or its signature is wrong. */
export function linkSeconds(
  secret: Buffer,
  place: FilePlace,
  link: { e?: unknown; s?: unknown },
  now: Date,
): number {
  if (typeof link.e !== 'string' || typeof link.s !== 'string' || !/^\d{1,12}$/.test(link.e)) return 0
  const right = Buffer.from(signature(secret, place, Number(link.e)))
  const given = Buffer.from(link.s)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 0
  return Math.max(0, Math.floor(Number(link.e) - now.getTime() / 1000))
}

function signature(secret: Buffer, { id, variant }: FilePlace, expiry: number): string {
  return createHmac('sha256', secret).update(`${id}/${variant}/${expiry}`).digest('base64url').slice(0, 32)
}
