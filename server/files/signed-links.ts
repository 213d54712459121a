import { createHmac, timingSafeEqual } from 'node:crypto'

export interface FilePlace {
  id: string
  variant: string
}

const hour = 3600

/**
 * A link to a file for who may see it now: a browser's navigation carries no credentials. It is good for one to two
 * hours, and the same all through an hour, so that the browser keeps the file.
 */
export function signedUrl(secret: Buffer, place: FilePlace, now: Date, path = '/api/files'): string {
  const expiry = (Math.floor(now.getTime() / 1000 / hour) + 2) * hour
  return `${path}/${place.id}/${place.variant}?e=${expiry}&s=${signature(secret, place, expiry)}`
}

/** For how many more seconds the link is good; 0 when it has expired or was not made by this program. */
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
