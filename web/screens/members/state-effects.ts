import { formatAmount } from '@agremia/resources/rules/amount.ts'
import { counted, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'

/** What `POST /members/change_state/preview` answers. */
export interface ForeseenChange {
  /** How many can be changed so. */
  count: number
  /** By name, the difference that it makes; money in euros. */
  effects: Effects
  /** By name, what there is afterwards. */
  after: Effects
}

interface Effects {
  debts: number
  owed: number
  cards: number
  /** Messages that have not left. */
  waiting: number
  /** Messages that tell of the change. */
  told: number
}

/** What the state itself means for so many members. */
export function stateWords(state: StoredRecord, count: number, terminology: Terminology): string[] {
  const say = (one: string, many: string) => fillTerms(plural(count, one, many), terminology)
  if (state.marksDeath === true)
    return [say('Fica {registado} como {falecido}.', 'Ficam {registados} como {falecidos}.')]
  if (state.marksEnd === true) return [say('Deixa de ser {memberSingular}.', 'Deixam de ser {memberPlural}.')]
  return [
    ...(state.chargesQuota === true
      ? []
      : [say('Não se lhe geram {membershipPayments}.', 'Não se lhes geram {membershipPayments}.')]),
    ...(state.hasRights === true ? [] : [say('Fica sem direitos.', 'Ficam sem direitos.')]),
  ]
}

/** What the change does to debts, cards and messages. */
export function effectWords({ count, effects, after }: ForeseenChange): string[] {
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
