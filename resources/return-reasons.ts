import { isNameIn } from './names.ts'
/** Reasons of returned payments: label, advice, and the new state of the mandate. */
interface ReturnReason {
  label: string
  advice: string
  mandate?: 'suspended' | 'revoked'
}

const wrongAccount = { advice: 'Peça o IBAN certo antes de voltar a cobrar.', mandate: 'suspended' } as const
const noMandate = { advice: 'Peça uma nova autorização de débito.', mandate: 'revoked' } as const
const blocked = { advice: 'Não volte a debitar esta conta: peça outra.', mandate: 'suspended' } as const
const talk = { advice: 'Fale com a pessoa antes de voltar a cobrar.' } as const

/** Reasons of returns, by the codes of SEPA (ISO 20022, external code set of status reasons), which banks use for cheques and transfers too. */
export const returnReasons = {
  AM04: { label: 'Sem provisão', advice: 'Avise a pessoa e volte a cobrar mais tarde.' },
  AC01: { label: 'IBAN errado', ...wrongAccount },
  RC01: { label: 'Banco errado', ...wrongAccount },
  AC04: { label: 'Conta encerrada', ...blocked },
  AC06: { label: 'Conta bloqueada', ...blocked },
  AG01: { label: 'A conta não aceita débitos', ...blocked },
  AM05: { label: 'Cobrança repetida', advice: 'Confirme se já tinha sido cobrado.' },
  MD01: { label: 'Sem autorização de débito', ...noMandate },
  MD02: { label: 'Autorização de débito incompleta', ...noMandate },
  MD06: { label: 'Reembolso pedido por quem pagou', ...talk },
  MD07: {
    label: 'A pessoa faleceu',
    advice: 'Confirme, e mude o estado na ficha.',
    mandate: 'suspended',
  },
  MS02: { label: 'Recusado por quem pagou', ...talk },
  MS03: { label: 'O banco não indicou o motivo', ...talk },
  SL01: { label: 'Serviço do banco de quem pagou', ...talk },
  other: { label: 'Outro motivo', ...talk },
} as const satisfies Record<string, ReturnReason>

export type ReturnReasonCode = keyof typeof returnReasons

/** The reasons by code, as options of a field. */
export const returnReasonLabels = Object.fromEntries(
  Object.entries(returnReasons).map(([code, { label }]) => [code, label]),
) as Record<ReturnReasonCode, string>

/** The reason of a code in a file of a bank: `other` for codes without words of their own. */
export function returnReasonOf(code: string | null): ReturnReasonCode {
  return isNameIn(returnReasons, code) ? code : 'other'
}
