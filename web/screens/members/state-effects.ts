import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'

/** The answer of `POST /members/change_state/preview`. */
export interface ChangePreview {
  /** How many members the change applies to. */
  count: number
  /** Difference before and after the change; money in euros. */
  effects: Effects
  /** Values after the change. */
  after: Effects
}

interface Effects {
  debts: number
  owed: number
  cards: number
  /** Messages that are not sent yet. */
  waiting: number
  /** Messages that announce the change. */
  told: number
}

/** One sentence for each consequence of being in the state, for `count` members. */
export function stateLines(state: StoredRecord, count: number, terminology: Terminology): string[] {
  const sentence = (one: string, many: string) => fillTerms(plural(count, one, many), terminology)
  if (state.marksDeath === true)
    return [sentence('Fica {registado} como {falecido}.', 'Ficam {registados} como {falecidos}.')]
  if (state.marksEnd === true)
    return [sentence('Deixa de ser {memberSingular}.', 'Deixam de ser {memberPlural}.')]
  return [
    ...(state.chargesQuota === true
      ? []
      : [sentence('Não se lhe geram {membershipPayments}.', 'Não se lhes geram {membershipPayments}.')]),
    ...(state.hasRights === true ? [] : [sentence('Fica sem direitos.', 'Ficam sem direitos.')]),
  ]
}

/** One sentence for each effect on charges, cards and messages. */
export function effectLines({ count, effects, after }: ChangePreview): string[] {
  const { debts, owed, cards, waiting, told } = effects
  const money = (euros: number) => formatAmount(Math.round(Math.abs(euros) * 100))
  const many = (change: number, one: string, other: string) => counted(Math.abs(change), one, other)
  return [
    owed < 0 &&
      `${plural(debts, 'É anulada', 'São anuladas')} ${many(debts, 'dívida', 'dívidas')}, de ${money(owed)}.`,
    owed > 0 &&
      `${plural(debts, 'Acresce', 'Acrescem')} ${many(debts, 'dívida', 'dívidas')}, de ${money(owed)}.`,
    after.owed > 0
      ? `${plural(count, 'Fica', 'Ficam')} a dever ${money(after.owed)}.`
      : 'Não fica nada em dívida.',
    cards < 0 && `${many(cards, 'cartão deixa', 'cartões deixam')} de valer.`,
    cards > 0 && `${many(cards, 'cartão volta', 'cartões voltam')} a valer.`,
    waiting < 0 &&
      `${many(waiting, 'mensagem que não saiu é cancelada', 'mensagens que não saíram são canceladas')}.`,
    told > 0
      ? `${many(told, 'pessoa é avisada', 'pessoas são avisadas')} da mudança por mensagem.`
      : 'Ninguém é avisado da mudança.',
  ].filter((line) => line !== false)
}
