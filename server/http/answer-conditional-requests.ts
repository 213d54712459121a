import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Gives answers that browsers may store but must revalidate (`cache-control: no-cache`) an ETag, unless they have one, and
 * answers 304 to a request that names it. The tag is a hash of the content, so one stored for another role never matches.
 */
export function answerConditionalRequests(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, payload) => {
    const isRevalidated = /\bno-cache\b/.test(String(reply.getHeader('cache-control')))
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!isRevalidated || !isWhole || reply.statusCode !== 200) return payload
    const tag = String(reply.getHeader('etag') ?? weakTag(payload))
    void reply.header('etag', tag)
    if (!headers['if-none-match']?.includes(tag)) return payload
    void reply.code(304).removeHeader('content-encoding')
    return null
  })
}

/** Weak, since it is the same for every content encoding. */
function weakTag(content: string | Buffer): string {
  return `W/"${createHash('sha1').update(content).digest('base64url')}"`
}
