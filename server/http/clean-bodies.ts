import type { FastifyInstance } from 'fastify'

/** Escapes of U+0000 and of surrogates. Without them a JSON text has neither: raw ones are no valid JSON, or no valid UTF-8. */
const suspicious = /\\u(0000|d[89a-f])/i

/**
 * Removes U+0000 from the texts of JSON bodies, and replaces unpaired surrogates: PostgreSQL's text cannot hold them, and no route has to
 * think of them.
 */
export function cleanBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    void parse(request, text, (error, body) => done(error, suspicious.test(text) ? cleaned(body) : body))
  })
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\u0000', '').toWellFormed()
  if (Array.isArray(value)) return value.map(cleaned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one)]))
}
