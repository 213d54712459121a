import type { IncomingMessage } from 'node:http'
import type { Role } from '@agremia/resources/access.ts'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge } from 'prom-client'
import type { RawData, WebSocket } from 'ws'
import { ApiError } from '../errors.ts'
import type { Api } from '../rest/api.ts'
import type { ChangeNotice } from '../rest/changes.ts'
import { changesChannel } from '../rest/changes.ts'
import type { Connection, Connections, Message } from './connections.ts'
import {
  checkConnections,
  closeCodes,
  createConnections,
  heartbeatEvery,
  send,
  sendHandshake,
} from './connections.ts'
import {
  findRevoked,
  isSameCaller,
  parseSocketAuth,
  registerSocketAuth,
  socketsChannel,
} from './authenticate-socket.ts'
import { createRecentNews, newsOf, reloadNews } from './change-messages.ts'
import type { News } from './change-messages.ts'
import { createPresence } from './presence.ts'
import type { Presence } from './presence.ts'
import {
  messageToEverybody,
  registerServerMessages,
  serverMessagesChannel,
  stopNews,
} from './server-messages.ts'
import type { World } from '../rest/modules.ts'

/** Clients send only pings and the record that they show. In bytes. */
const maxMessageBytes = 4096
/** Messages between two heartbeats. */
const maxMessages = 100
const closeTimeoutMs = 500

const socketApi: Api = {
  name: 'openSocket',
  summary: 'Abrir uma ligação em tempo real',
  description:
    'WebSocket. O servidor envia `handshake` com um identificador; depois de POST /websocket/auth, as mudanças de cada recurso que ' +
    'quem se identificou pode ler: `topic` e `payload` com `action`, `ids` e `version`.',
  tag: 'Tempo real',
  answers: { 101: null, 404: null },
}

/**
 * `GET /websocket`: sends each client the changes of records that its user may list, from all processes. A socket is unauthenticated
 * until `POST /websocket/auth`.
 */
export async function registerRealtime(app: FastifyInstance, world: World): Promise<void> {
  const now = () => world.clock().getTime()
  const connections = createConnections({ now })
  const recent = createRecentNews(now)
  new Gauge({
    name: 'agremia_open_sockets',
    help: 'Sockets of pages that are open in this process',
    registers: [world.metrics],
    collect() {
      this.set(connections.count())
    },
  })
  const presence = await createPresence(world)
  registerSocketAuth(app, world)
  registerServerMessages(app, world)
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: { maxPayload: maxMessageBytes },
      // Protocol errors of clients close the socket; they are not errors of the server.
      errorHandler: (error, socket, request) => {
        request.log.debug({ err: error }, 'a socket failed')
        if (socket.readyState === socket.OPEN) socket.close(closeCodes.failed)
      },
      preClose: async () => {
        scope.websocketServer.close()
        tell([stopNews])
        await closeAll(connections)
      },
    })
    const options = {
      websocket: true,
      exposeHeadRoute: false,
      config: { open: true, api: socketApi },
      onRequest: async (request: FastifyRequest) => {
        requireOwnOrigin(world, request)
        refuseWhenFull(connections)
      },
    } as const
    scope.get('/websocket', options, (socket) => accept(connections, presence, socket))
  })

  const stops = await Promise.all([
    world.listener.listen(socketsChannel, (payload) => {
      const auth = parseSocketAuth(payload)
      const connection = auth && connections.find(auth.connectionId)
      if (!connection) return
      const before = connection.identity?.caller
      const isFirst = before === undefined
      connections.authenticate(connection, auth.identity)
      if (!before || !isSameCaller(before, auth.identity.caller)) presence.identify(connection)
      // From now on the socket gets every change; send those that were made while the page was loading.
      if (isFirst) {
        send(connection.socket, { topic: 'ready', payload: { connectionId: connection.id } })
        tell(recent.since(auth.age), connection)
      }
      // Tokens may have been revoked since the authentication was sent.
      closeRevoked([connection])
    }),
    world.listener.listen(changesChannel, (payload) => {
      const notice = JSON.parse(payload) as ChangeNotice
      if (notice.resource === 'users')
        closeRevoked(
          notice.ids.length > 0 ? notice.ids.flatMap((id) => [...connections.of(id)]) : connections.all(),
        )
      const news = newsOf(world, notice)
      recent.add(news)
      tell(news)
    }),
    world.listener.listen(serverMessagesChannel, (text) => tell([messageToEverybody(text)])),
  ])
  world.listener.onGap(() => {
    closeRevoked(connections.all())
    const news = reloadNews(world)
    recent.add(news)
    tell(news)
    // Authentications were missed too.
    for (const connection of connections.all()) if (!connection.identity) sendHandshake(connection)
  })
  const heartbeat = setInterval(() => checkConnections(connections.all(), now()), heartbeatEvery)
  heartbeat.unref()
  app.addHook('onClose', async () => {
    clearInterval(heartbeat)
    await presence.stop()
    for (const stop of stops) stop()
  })

  /** Sends news to the sockets whose users may read what they are about: to all, or to one. */
  function tell(news: readonly News[], only?: Connection): void {
    for (const one of news) {
      const sharing = new Set<Role>()
      for (const { socket, role } of receivers(only ? [only] : connections.all())) {
        const access = one.access(role)
        if (access === true) send(socket, one, one.text)
        else if (access !== false) sharing.add(role)
      }
      for (const role of sharing) {
        tellSharing(one, role, only).catch((error: unknown) =>
          world.log.warn(
            { err: error, topic: one.topic },
            'could not notify users of changes to their records',
          ),
        )
      }
    }
  }

  /** Sends news to users of a role that reads only some records. */
  async function tellSharing(news: News, role: Role, only: Connection | undefined): Promise<void> {
    const shared = await news.shared(role)
    const sendTo = (candidates: Iterable<Connection>, message: Message) => {
      for (const one of receivers(candidates))
        if (one.role === role && (!only || only.socket === one.socket)) send(one.socket, message)
    }
    if (shared instanceof Map) for (const [owner, message] of shared) sendTo(connections.of(owner), message)
    else if (shared) sendTo(only ? [only] : connections.all(), shared)
  }

  /** Authenticated sockets, with the role of their users. */
  function* receivers(candidates: Iterable<Connection>): Iterable<{ socket: WebSocket; role: Role }> {
    for (const { identity, socket, authDeadline } of candidates)
      if (identity && authDeadline > now()) yield { socket, role: identity.caller.role }
  }

  /** Closes those of these sockets whose account or tokens changed since they authenticated. */
  function closeRevoked(candidates: Iterable<Connection>): void {
    const byIdentity = new Map(
      [...candidates].flatMap((one) => (one.identity ? [[one.identity, one] as const] : [])),
    )
    if (byIdentity.size === 0) return
    findRevoked(world.database.pool, [...byIdentity.keys()]).then(
      (revoked) => {
        for (const identity of revoked) {
          const connection = byIdentity.get(identity)
          // It may have authenticated again meanwhile.
          if (connection?.identity === identity) connection.socket.close(closeCodes.refused, 'session ended')
        }
      },
      (error: unknown) => world.log.warn({ err: error }, 'could not check the accounts of open sockets'),
    )
  }
}

/**
 * Node's `shouldUpgradeCallback`: accepts only the WebSocket's path. Other upgrades are ignored and answered as ordinary requests (RFC
 * 9110, section 7.8). Upgrades with a body too: for them Node passes a stream that is not a `net.Socket`, which neither `ws`
 * nor Fastify expects.
 */
export function acceptsUpgrade({ method, url, headers }: IncomingMessage): boolean {
  const hasBody = 'transfer-encoding' in headers || (headers['content-length'] ?? '0') !== '0'
  return method === 'GET' && !hasBody && url?.split('?')[0] === '/api/websocket'
}

/** Throws 403 when a page of another site asks. Programs send no Origin; a proxy may change Host. */
function requireOwnOrigin({ config }: Pick<World, 'config'>, { headers: { origin, host } }: FastifyRequest) {
  if (origin === undefined || origin === new URL(config.publicUrl).origin) return
  if (!URL.canParse(origin) || new URL(origin).host !== host)
    throw new ApiError(403, 'Esta ligação só está aberta às páginas deste programa.')
}

/** Throws 503 before the upgrade: a client whose socket opens and closes reconnects at once. */
function refuseWhenFull(connections: Connections): void {
  if (connections.makeRoom()) return
  throw new ApiError(503, 'Há demasiadas ligações. Tente daqui a pouco.', {
    headers: { 'retry-after': '10' },
  })
}

function accept(connections: Connections, presence: Presence, socket: WebSocket): void {
  const connection = connections.add(socket)
  socket.on('close', () => {
    connections.remove(connection)
    presence.close(connection)
  })
  socket.on('pong', () => (connection.alive = true))
  socket.on('message', (data, isBinary) => receive(connection, presence, data, isBinary))
  sendHandshake(connection)
}

function receive(connection: Connection, presence: Presence, data: RawData, isBinary: boolean): void {
  connection.alive = true
  if (++connection.messages > maxMessages)
    return connection.socket.close(closeCodes.refused, 'too many messages')
  const message = isBinary ? undefined : messageIn(data)
  if (!message) connection.socket.close(closeCodes.notUnderstood, 'not a message')
  else if (message.topic === 'ping') send(connection.socket, { topic: 'pong', payload: null })
  else if (message.topic === 'presence') presence.open(connection, message.payload)
}

function messageIn(data: RawData): Message | undefined {
  try {
    const { topic, payload } = JSON.parse(String(data)) as { topic?: unknown; payload?: unknown }
    return typeof topic === 'string' ? { topic, payload } : undefined
  } catch {
    return undefined
  }
}

/** Closes all sockets; cuts off clients that do not answer. */
async function closeAll(connections: Connections): Promise<void> {
  const open = [...connections.all()].map(({ socket }) => socket)
  if (open.length === 0) return
  const gone = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
  for (const socket of open) socket.close(closeCodes.goingAway, 'the server stops')
  const cut = setTimeout(() => open.forEach((socket) => socket.terminate()), closeTimeoutMs)
  await Promise.all(gone)
  clearTimeout(cut)
}
