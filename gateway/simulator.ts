import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { answerEupago, eupagoCallback } from './eupago.ts'
import type { IfthenpayReceiver } from './ifthenpay.ts'
import { answerIfthenpay, ifthenpayCallback } from './ifthenpay.ts'
import type { Callback } from './orders.ts'
import { cents, createStore } from './orders.ts'
import { drawPage } from './page.ts'
import type { Answer, Request } from './answer.ts'

const callbackPath = '/api/pagamentos'
/** The placeholders that the program registers; used until it does. */
const defaultQuery =
  'apk=[ANTI_PHISHING_KEY]&oid=[ORDER_ID]&tid=[REQUEST_ID]&ent=[ENTITY]&ref=[REFERENCE]&val=[AMOUNT]&fee=[FEE]&pm=[PAYMENT_METHOD]&dt=[PAYMENT_DATETIME]'
const maxBody = 64 * 1024

/**
 * Starts the simulator of payment gateways on this machine. It forgets everything when it ends. `program` is the address of the program that
 * it calls back.
 */
export async function startSimulator({ port, program }: { port: number; program: string }) {
  let receiver: IfthenpayReceiver = {
    url: `${program}${callbackPath}/ifthenpay?${defaultQuery}`,
    key: simulatedGateways.ifthenpay.ifthenpayCallbackKey,
  }
  let eupagoUrl = `${program}${callbackPath}/eupago`
  const store = createStore(send)

  async function send(callback: Callback): Promise<number> {
    const request: { url: string; body?: string; headers?: Record<string, string> } | undefined =
      callback.order.provider === 'ifthenpay'
        ? ifthenpayCallback(receiver, callback)
        : eupagoCallback(eupagoUrl, callback)
    if (!request) return 200
    const { url, body, headers } = request
    const options = { method: body === undefined ? 'GET' : 'POST', signal: AbortSignal.timeout(10_000) }
    const answer = await fetch(url, {
      ...options,
      ...(body !== undefined && { body, headers: headers ?? {} }),
    }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    return answer?.status ?? 0
  }

  /** What tests and the page do in the place of a payer. */
  async function act({ method, path, body }: Request): Promise<Answer | undefined> {
    if (method === 'GET' && path === '/') return { html: drawPage(store) }
    const [, sim, verb, key = ''] = path.split('/')
    if (sim !== '__sim') return undefined
    if (method === 'GET' && verb === 'orders') return { json: store.orders }
    if (method === 'GET' && verb === 'undelivered')
      return { json: store.undelivered.map(({ order, payment }) => ({ order: order.id, payment })) }
    if (method !== 'POST') return undefined
    const isOn = body['value'] !== 'false' && body['value'] !== false
    if (verb === 'clock') store.advance(Number(body['seconds'] ?? 0) * 1000)
    else if (verb === 'automatic') store.setAutomatic(isOn)
    else if (verb === 'silent') store.setSilent(isOn)
    else if (verb === 'program') {
      const { origin } = new URL(String(body['url']))
      receiver = { ...receiver, url: `${origin}${callbackPath}/ifthenpay?${defaultQuery}` }
      eupagoUrl = `${origin}${callbackPath}/eupago`
    } else {
      const order = store.find(decodeURIComponent(key))
      if (!order) return { status: 404, json: { message: 'no such order' } }
      if (verb === 'pay') {
        const amount = cents(String(body['amount'] ?? '').replace(',', '.')) ?? order.amount
        store.pay(order, { amount, copies: Number(body['copies'] ?? 1) })
      } else if (verb === 'refund') store.refund(order)
      else if (verb === 'expire') store.end(order, 'expired')
      else if (verb === 'refuse') store.end(order, 'refused')
      else return undefined
      await store.idle()
    }
    return { seeOther: '/' }
  }

  const server = createServer((request, response) => {
    void answer(request)
      .catch((error: unknown): Answer => ({ status: 400, json: { message: String(error) } }))
      .then((result) => write(response, result))
  })

  async function answer(incoming: IncomingMessage): Promise<Answer> {
    const request = await readRequest(incoming)
    const answered =
      answerIfthenpay(store, request, (registered) => (receiver = registered)) ?? answerEupago(store, request)
    if (answered) return store.isSilent ? { status: 504, text: 'lost' } : answered
    return (await act(request)) ?? { status: 404, json: { message: 'unknown address' } }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      store.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const url = new URL(incoming.url ?? '/', 'http://simulator')
  const { method = 'GET', headers } = incoming
  if (Number(headers['content-length'] ?? 0) > maxBody) throw new Error('too large')
  const content = method === 'POST' ? await text(incoming) : ''
  return { method, path: url.pathname, query: url.searchParams, headers, body: readBody(content, headers) }
}

function readBody(content: string, headers: IncomingHttpHeaders): Record<string, unknown> {
  if (content === '') return {}
  if (headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(content))
  const value: unknown = JSON.parse(content)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function write(response: ServerResponse, { status, json, text: plain, html, seeOther }: Answer): void {
  if (seeOther !== undefined) return void response.writeHead(303, { location: seeOther }).end()
  const [type, body] =
    html !== undefined
      ? ['text/html; charset=utf-8', html]
      : plain !== undefined
        ? ['text/plain', plain]
        : ['application/json', JSON.stringify(json)]
  response.writeHead(status ?? 200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
