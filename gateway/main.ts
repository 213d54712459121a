import { simulatedGateways } from '@agremia/resources/simulated-gateways.ts'
import { startSimulator } from './simulator.ts'

const { GATEWAY_PORT = '3900', PUBLIC_URL, PORT = '3000' } = process.env
const simulator = await startSimulator({
  port: Number(GATEWAY_PORT),
  program: PUBLIC_URL || `http://localhost:${PORT}`,
})
process.stdout.write(`O simulador de pagamentos está em ${simulator.origin}.
O programa fala com ele quando começa com GATEWAY_URL=${simulator.origin}
As chaves a indicar nas configurações, em «Meios de pagamento»:
${Object.values(simulatedGateways).map(accountLine).join('\n')}
`)
// Tests start it with an IPC channel.
process.send?.({ origin: simulator.origin })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => simulator.close())
process.on('disconnect', () => simulator.close())

function accountLine({ gateway, ...keys }: { gateway: string }): string {
  return `  ${gateway}: ${Object.values(keys).join(', ')}`
}
