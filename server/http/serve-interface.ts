import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { EmbeddedWords } from '@agremia/resources/embedded-words.ts'
import { embeddedWordsId } from '@agremia/resources/embedded-words.ts'
import negotiate from '@fastify/accept-negotiator'
import send from '@fastify/send'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'

interface PageOptions {
  /** The words to write into the page. When undefined, the page requests them. */
  words: () => Promise<EmbeddedWords | undefined>
  /** Origins that may frame the page of applications. */
  embedders: () => Promise<string[]>
  /** Whether browsers reach the program by HTTPS. */
  isSecure: boolean
}

/** The only page that other sites may frame. */
const embeddable = `/${screenPaths.apply}`

/** Policy of scripts, styles and fonts, which are no documents: workers among them may load what they need. */
const policyOfAssets = "base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

/** Features of the browser that the pages use; only cards are read with the camera. */
const permissions = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()'

/** Serves the files of the built interface, and its page for every other path outside the API. */
export async function serveInterface(
  app: FastifyInstance,
  folder: string,
  { words, embedders, isSecure }: PageOptions,
): Promise<void> {
  const built = existsSync(folder)
  const html = built ? readFileSync(join(folder, 'index.html'), 'utf8') : ''
  // Without Fastify's plugin, which composes all headers anew for each request.
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The QR code reader is WebAssembly; 'wasm-unsafe-eval' does not allow eval of scripts.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...hashesOf(html)],
        // The component library sizes and positions elements with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isSecure && { maxAge: 365 * 86_400, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    // For plug-ins and obsolete browsers. HTTP/1.1 repeats every header in each response.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    secure(request.raw, reply.raw, () => done())
  })
  app.addHook('onSend', async (request, reply) => {
    // Pages for visitors contain personal data: keep them out of search engines.
    void reply.header('x-robots-tag', 'noindex')
    if (isOfApi(request.url))
      void reply.header('cache-control', reply.getHeader('cache-control') ?? 'no-store')
  })
  const files = built ? filesIn(folder) : new Set<string>()
  const page = built ? pageWith(html) : undefined
  app.setNotFoundHandler(async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.split('?')[0] ?? ''
    if (isReading && files.has(path) && !notByPath.test(path))
      return sendBuilt(request, reply, { folder, path, files })
    const isFile = /\.\w+$/.test(path.replace(/^\/index\.html$/, ''))
    if (!page || !isReading || isOfApi(request.url) || isFile) {
      return reply.code(404).send({ message: 'Não foi encontrado.' })
    }
    if (path.replace(/\/$/, '') === embeddable) allowFraming(reply, await embedders())
    return reply
      .header('cache-control', 'no-cache')
      .header('permissions-policy', permissions)
      .type('text/html; charset=utf-8')
      .send(page(await words()))
  })
}

/** Paths of the files in a folder: `/assets/start.js`. */
function filesIn(folder: string): Set<string> {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Set(
    found.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length).replaceAll(sep, '/')),
  )
}

/** Extensions of the compressed copies that the build makes of files. */
const copies: Record<string, string> = { br: '.br', gzip: '.gz' }

/** The page, which is composed, and the copies. */
const notByPath = /^\/index\.html$|\.(?:br|gz)$/

interface BuiltFile {
  folder: string
  path: string
  files: ReadonlySet<string>
}

/** Sends a file of the interface, or the copy that the browser prefers. Without a route each: hundreds of routes would take half of the time of a start. */
async function sendBuilt(
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  { folder, path, files }: BuiltFile,
): Promise<FastifyReply> {
  const compressed = Object.keys(copies).filter((encoding) => files.has(path + copies[encoding]))
  const encoding = negotiate(headers['accept-encoding'] ?? 'identity', compressed)
  const sent = await send(raw, path + (encoding ? copies[encoding] : ''), {
    root: folder,
    cacheControl: false,
  })
  const immutable = path.startsWith('/assets/')
  void reply
    .code(sent.statusCode)
    .headers(sent.headers)
    .header('vary', 'accept-encoding')
    .header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (immutable) void reply.header('content-security-policy', policyOfAssets)
  if (encoding) void reply.header('content-encoding', encoding).type(typeOf(path))
  return reply.send(sent.stream)
}

function typeOf(path: string): string {
  const type = send.mime.getType(path) ?? 'application/octet-stream'
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type
}

/** Whether an address is for programs; `/apiSecrets` is a page. Assistants look for `/.well-known/…`, which does not exist. */
function isOfApi(url: string): boolean {
  return /^\/(?:api|mcp|\.well-known)(?:[/?]|$)/.test(url)
}

/** Allows these sites to frame the response. */
function allowFraming(reply: FastifyReply, origins: string[]): void {
  if (origins.length === 0) return
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(' ')}`),
  )
  // X-Frame-Options cannot list sites; browsers prefer frame-ancestors.
  void reply.removeHeader('x-frame-options')
}

/** CSP hashes of the page's inline scripts. */
function hashesOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => code)
  return scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}

function pageWith(html: string): (words: EmbeddedWords | undefined) => string {
  const place = `id="${embeddedWordsId}">`
  if (!html.includes(place)) throw new Error('the page has no place for the words')
  return (words) => {
    // Escapes `<`, so that no value can close the script element.
    const json = words ? JSON.stringify(words).replaceAll('<', String.raw`\u003c`) : ''
    return html.replace(place, () => place + json)
  }
}
import { screenPaths } from '@agremia/resources/screen-paths.ts'
