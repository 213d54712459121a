import type { APIRequestContext } from '@playwright/test'
import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { spawnGatewaySimulator, type GatewaySimulator } from '../server/testing/gateway-simulator.ts'
import { addMember, answerOf, ownOrganisation, test, today, useServer } from './fixtures.ts'

/** Starts a simulator of the payment gateways, and a server that uses it. Returns a function that returns the simulator. */
export function useServerWithGateway(): () => GatewaySimulator {
  const env: Record<string, string> = { ...ownOrganisation }
  const started: { simulator?: GatewaySimulator } = {}
  // Starts before the server, whose environment contains its address.
  test.beforeAll(async () => {
    started.simulator = await spawnGatewaySimulator()
    env['GATEWAY_URL'] = started.simulator.origin
  })
  useServer({ env })
  test.afterAll(() => started.simulator?.stop())
  return () => {
    if (!started.simulator) throw new Error('the simulator runs only during tests')
    return started.simulator
  }
}

/** Sets up ifthenpay; without `automated`, a person confirms each payment. */
export async function chooseGateway(
  api: APIRequestContext,
  simulator: GatewaySimulator,
  { url, automated }: { url: string; automated: boolean },
): Promise<void> {
  await simulator.act('program', { url })
  for (const [name, value] of Object.entries({
    ...simulatedGateways.ifthenpay,
    automatedMemberPayments: String(automated),
  }))
    await answerOf(await api.patch(`/api/settings/${name}`, { data: { value } }))
}

/** Creates a member who owes 24 €. */
export async function addDebtor(api: APIRequestContext, name: string) {
  const member = await addMember(api, { name })
  const data = { memberId: member._id, type: 'other', description: 'Excursão', amount: 24, dueDate: today() }
  return {
    ...member,
    charge: await answerOf<{ _id: string }>(await api.post('/api/unsettled_payments', { data })),
  }
}
