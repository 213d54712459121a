import { expect, it } from 'vitest'
import { terminologyOf } from '@agremia/resources/terminology.ts'
import { admissionLines } from './admission-effects.tsx'

const words = terminologyOf('club', { name: 'Clube' })
const plain = (lines: string[]) => lines.map((line) => line.replaceAll('\u00A0', ' '))

it('the preview of an admission lists number, charges and messages, and says that no card is issued', () => {
  const charges = [
    { description: 'Joia 2026', amount: 12.5 },
    { description: 'Quota 2026', amount: 30 },
  ]
  const message = { recipient: 'ana@exemplo.pt', channel: 'email' }
  const messages = [
    { ...message, state: 'queued' },
    { ...message, state: 'held' },
    { ...message, channel: 'letter', recipient: null, state: 'toPrint' },
  ]
  expect(plain(admissionLines({ memberNumber: 12, charges, notCharged: null, messages }, words))).toEqual([
    'Fica sócio com o n.º 12.',
    'Ficam por pagar 42,50 €: Joia 2026 (12,50 €) e Quota 2026 (30,00 €).',
    'Segue 1 mensagem para ana@exemplo.pt.',
    '1 mensagem fica retida até alguém a libertar.',
    '1 carta fica por imprimir.',
    'O cartão não é emitido agora: emite-se na ficha ou em «Cartões».',
  ])
  expect(
    plain(admissionLines({ memberNumber: 12, charges: [], notCharged: null, messages: [] }, words)).slice(
      1,
      3,
    ),
  ).toEqual(['Nada fica por pagar na admissão.', 'Ninguém é avisado por mensagem.'])
})
