import { existsSync } from 'node:fs'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Serves the built interface: its files, and its page for every other path outside the API. */
export async function serveInterface(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library sizes and places things with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Installations inside a house often have no certificate; whoever has one says so at the proxy.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api'))
      void reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
  })
  const built = existsSync(folder)
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const immutable = /[\\/]assets[\\/]/.test(path)
        reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' || request.method === 'HEAD'
    if (!built || !page || request.url.startsWith('/api') || /\.\w+$/.test(request.url.split('?')[0] ?? '')) {
      return reply.code(404).send({ message: 'Não foi encontrado.' })
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
