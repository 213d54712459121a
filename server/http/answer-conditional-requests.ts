import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Adds an ETag to 200 responses with `cache-control: no-cache` (stored but revalidated) unless they have one, and answers 304 when the
 * request names it. The tag is a hash of the content, so that a response stored for another role never matches.
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

/** Weak, because all content encodings share it. */
function weakTag(content: string | Buffer): string {
  return `W/"${createHash('sha1').update(content).digest('base64url')}"`
}
