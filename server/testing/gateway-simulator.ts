import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'

interface SimulatedOrder {
  id: string
  orderId: string
  reference: string
  entity: string
  state: string
  payments: { id: string; amount: number }[]
}

/** The simulator of payment gateways, as a process of its own. */
export interface GatewaySimulator {
  origin: string
  /** Does what a payer or an administrator of the simulator does: `act('pay/000123456', { amount: '5,00' })`. */
  act(path: string, body?: object): Promise<number>
  orders(): Promise<SimulatedOrder[]>
  undelivered(): Promise<unknown[]>
  stop(): void
}

/** Starts the simulator for the tests of a file of `node:test`. */
export async function startGatewaySimulator(): Promise<GatewaySimulator> {
  const simulator = await spawnGatewaySimulator()
  after(simulator.stop)
  return simulator
}

/** Starts the simulator of `npm run gateway` on a free port. It calls nobody back until `act('program', { url })`. */
export async function spawnGatewaySimulator(): Promise<GatewaySimulator> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../gateway/main.ts')], {
    env: { ...process.env, GATEWAY_PORT: '0', PUBLIC_URL: 'http://127.0.0.1:1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  const read = async <T>(path: string) => (await (await fetch(`${origin}/__sim/${path}`)).json()) as T
  return {
    origin,
    async act(path, body = {}) {
      const answer = await fetch(`${origin}/__sim/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'manual',
      })
      return answer.status
    },
    orders: () => read('orders'),
    undelivered: () => read('undelivered'),
    stop: () => void child.kill('SIGKILL'),
  }
}
