/** How a receiver in TypeScript verifies an event, without a library. Shown to programmers; a test runs it. */
export const webhookExample = `import { createHmac, timingSafeEqual } from 'node:crypto'

const key = Buffer.from(process.env.WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

/** Recebe os cabeçalhos e o corpo tal como chegaram. Devolve o acontecimento. */
export function readEvent(headers: Record<string, string>, body: string) {
  const { 'webhook-id': id, 'webhook-timestamp': sent, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1000 - Number(sent)) > 300) throw new Error('Pedido antigo')
  const expected = createHmac('sha256', key).update([id, sent, body].join('.')).digest()
  const isSigned = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isSigned) throw new Error('Assinatura errada')
  return { id, ...JSON.parse(body) }
}
`
