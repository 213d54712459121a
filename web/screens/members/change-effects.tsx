import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { type Held, heldWords } from '@agremia/resources/held-access.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { useId } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate, isDate } from '@agremia/resources/rules/dates.ts'
import { formatAmount, toCents } from '@agremia/resources/rules/amount.ts'
import { counted, joinList, plural } from '@agremia/resources/rules/plural.ts'
import { fillTerms, type Terminology } from '@agremia/resources/terminology.ts'
import { api } from '../../api/client.ts'
import { keys, listQuery, useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import type { ActionControls } from '../../resource/actions/action-dialog.tsx'
import { Effects } from '../../ui/effects.tsx'
import { stateNamesList } from '../member-parts/index.ts'
import {
  chargeLine,
  ChargesDecision,
  chargeSums,
  type ChangedCharge,
} from '../../resource/form/charges-decision.tsx'

/** Fields of the action that `ChangeEffects` shows, to members whom they concern. */
export const effectFields = ['planned', 'endsAccess', 'charges']
const askedFields = ['planned', 'endsAccess']

interface ChangeEffectsProps extends Pick<ActionControls, 'values' | 'set' | 'errorOf' | 'input'> {
  count: number
  ids: () => Promise<string[]>
}

/** The server previews a change of at most this many members. */
const maxPreviewed = 50
const delay = 250

/**
 * Previews the effects of a change of state while the form is being filled in, and asks what becomes of planned changes, of charges and of
 * accounts where there are some.
 */
export function ChangeEffects({ values, set, errorOf, input, count, ids }: ChangeEffectsProps) {
  const terminology = useTerminology()
  const states = useQuery(listQuery('memberStateNames', stateNamesList)).data?.data
  const state = states?.find(({ _id }) => _id === values.stateNameId)
  const date = typeof values.date === 'string' && isDate(values.date) ? values.date : undefined
  const { preview, latest } = useChangePreview({
    stateNameId: state?._id,
    date,
    planned: values.planned,
    charges: values.charges,
    count,
    ids,
  })
  if (!state || date === undefined) return null
  const isFew = count <= maxPreviewed
  if (isFew && preview?.count === 0) return null
  const asked = askedFields.filter(
    (name) => errorOf(name) !== undefined || asksFor(name, state, isFew ? latest : undefined, isFew),
  )
  const charges = (!state.marksEnd && isFew && latest?.charges) || []
  const lines = [
    ...stateLines(state, count, terminology),
    ...(state.marksEnd ? accessLines(preview?.access ?? [], values.endsAccess === true) : []),
    ...plannedLines(preview?.planned ?? []),
    ...(isFew
      ? preview
        ? effectLines(preview)
        : []
      : [
          'As dívidas de quem sai, de períodos que ainda não começaram, são anuladas; o que delas está pago passa a crédito.',
        ]),
  ]
  return (
    <>
      {asked.map((name) => (
        <div key={name}>{input(name)}</div>
      ))}
      <Effects
        title={date > organisationToday() ? `O que muda a ${formatDate(date)}` : 'O que muda'}
        lines={lines}
        isAwaiting={isFew && !preview}
      />
      {charges.length > 0 && (
        <Effects
          title="Cobranças que ficariam diferentes"
          lines={count === 1 ? charges.map(chargeLine) : chargeSums(charges)}
        />
      )}
      {/* The end cancels charges by itself. */}
      {(isFew ? charges.length > 0 : !state.marksEnd) && (
        <ChargesDecision
          label={`O que fazer ${isFew ? 'a estas cobranças' : 'às cobranças que ficariam diferentes'}`}
          value={values.charges}
          onChange={(decision) => set({ charges: decision })}
        />
      )}
    </>
  )
}

/** Whether a field of `askedFields` concerns the members; of many it is not known. */
function asksFor(
  name: string,
  { marksEnd }: ResourceRecord<'memberStateNames'>,
  preview: ChangePreview | undefined,
  isFew: boolean,
): boolean {
  // The end drops all planned changes, and only who leaves loses the access.
  if (name === (marksEnd ? 'planned' : 'endsAccess')) return false
  if (!isFew) return true
  return ((name === 'planned' ? preview?.planned : preview?.access) ?? []).length > 0
}

interface PreviewInput extends Pick<ChangeEffectsProps, 'count' | 'ids'> {
  stateNameId: string | undefined
  date: string | undefined
  planned: unknown
  charges: unknown
}

function useChangePreview({ stateNameId, date, planned, charges, count, ids }: PreviewInput): {
  preview: ChangePreview | undefined
  latest: ChangePreview | undefined
} {
  const key = `${stateNameId ?? ''} ${date ?? ''} ${String(planned)} ${String(charges)}`
  const [change] = useDebouncedValue(key, delay)
  const dialog = useId()
  const isCurrent = change === key
  const { data, isPlaceholderData } = useQuery({
    queryKey: [...keys.lists('members'), 'changeState', dialog, change],
    queryFn: async () => {
      const memberIds = await ids()
      const body = { memberIds, stateNameId, date, planned, charges }
      return requireAnswer(await api.post<{ data: ChangePreview }>('members/change_state/preview', body)).data
    },
    enabled: isCurrent && stateNameId !== undefined && date !== undefined && count <= maxPreviewed,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  // The fields stay while the preview of other input is awaited.
  return { preview: isCurrent && !isPlaceholderData ? data : undefined, latest: data }
}

/** The answer of `POST /members/change_state/preview`. */
export interface ChangePreview {
  /** How many members the change applies to. */
  count: number
  /** Difference before and after the change; money in euros. */
  effects: EffectCounts
  /** Values after the change. */
  after: EffectCounts
  /** Unpaid charges that the change would make different if it were told to change them. */
  charges: ChangedCharge[]
  /** Changes that were planned for later, by state and day. */
  planned: PlannedChange[]
  /** Accounts of the staff that they have. */
  access: HeldAccess[]
}

interface PlannedChange {
  state: string
  date: string
  isKept: boolean
  /** How many members have it. */
  count: number
}

interface HeldAccess extends Held {
  /** Why this person cannot end it here. */
  problem: string | null
}

export interface EffectCounts {
  debts: number
  owed: Euros
  credit: Euros
  cards: number
  /** Messages that are not sent yet. */
  waiting: number
  /** Messages that announce the change. */
  notified: number
  /** Number of them that are not sent yet. */
  announcing: number
}

/** One sentence for each consequence of being in the state, for `count` members. */
export function stateLines(
  state: ResourceRecord<'memberStateNames'>,
  count: number,
  terminology: Terminology,
): string[] {
  const sentence = (one: string, many: string) => fillTerms(plural(count, one, many), terminology)
  if (state.marksDeath)
    return [sentence('Fica {registado} como {falecido}.', 'Ficam {registados} como {falecidos}.')]
  if (state.marksEnd)
    return [
      sentence('Deixa de ser {memberSingular}.', 'Deixam de ser {memberPlural}.'),
      // The system state that marks the end is «Anulado», also when it is renamed.
      ...(state.system ? ['Só para fichas criadas por engano: para quem saiu, escolha outro estado.'] : []),
    ]
  return [
    ...(state.chargesQuota
      ? []
      : [sentence('Não se lhe geram {membershipPayments}.', 'Não se lhes geram {membershipPayments}.')]),
    ...(state.hasRights ? [] : [sentence('Fica sem direitos.', 'Ficam sem direitos.')]),
  ]
}

/** What becomes of the changes that were planned for later. */
export function plannedLines(planned: readonly PlannedChange[]): string[] {
  return planned.map(({ state, date, isKept, count }) => {
    const change = `a mudança para «${state}» a ${formatDate(date)}`
    const whose = count > 1 ? ` (${count} pessoas)` : ''
    return isKept ? `Mantém‑se ${change}${whose}.` : `Deixa de estar marcada ${change}${whose}.`
  })
}

/** What people who leave hold besides the membership, and whether it ends with the change. */
export function accessLines(access: readonly HeldAccess[], ends: boolean): string[] {
  return access.map((held) => {
    const words = heldWords(held).map(({ text }) => text)
    const outcome = ends ? (held.problem ?? 'Tudo isto termina no dia da mudança.') : 'Continua a ter acesso.'
    return words.length > 0 ? `${held.name} tem ${joinList(words)}. ${outcome}` : `${held.name}: ${outcome}`
  })
}

const many = (change: number, one: string, other: string) => counted(Math.abs(change), one, other)

/** One sentence for each effect on cards and on messages that wait. */
function heldLines({ cards, waiting }: EffectCounts): (string | false)[] {
  return [
    cards < 0 && `${many(cards, 'cartão deixa', 'cartões deixam')} de valer.`,
    cards > 0 && `${many(cards, 'cartão volta', 'cartões voltam')} a valer.`,
    waiting < 0 &&
      `${many(waiting, 'mensagem que não saiu é cancelada', 'mensagens que não saíram são canceladas')}.`,
  ]
}

/** One sentence for each effect of a corrected history besides the charges. */
export function correctionLines(effects: EffectCounts): string[] {
  const { announcing } = effects
  return [
    ...heldLines(effects),
    announcing < 0 &&
      `${many(announcing, 'aviso de mudança que não saiu é cancelado', 'avisos de mudança que não saíram são cancelados')}.`,
    announcing > 0 && 'A pessoa é avisada da mudança por mensagem.',
  ].filter((line) => line !== false)
}

/** One sentence for each effect on charges, cards and messages. */
export function effectLines({ count, effects, after }: ChangePreview): string[] {
  const { debts, owed, credit, notified } = effects
  const money = (euros: Euros) => formatAmount(toCents(Math.abs(euros)))
  return [
    owed < 0 &&
      `${plural(debts, 'É anulada', 'São anuladas')} ${many(debts, 'dívida', 'dívidas')}, de ${money(owed)}.`,
    owed > 0 &&
      `${plural(debts, 'Acresce', 'Acrescem')} ${many(debts, 'dívida', 'dívidas')}, de ${money(owed)}.`,
    after.owed > 0
      ? `${plural(count, 'Fica', 'Ficam')} a dever ${money(after.owed)}.`
      : 'Não fica nada em dívida.',
    credit > 0 && `${money(credit)} que ${plural(count, 'pagou', 'pagaram')} a mais passam a crédito.`,
    credit < 0 && `${money(credit)} de crédito voltam a pagar o que tinham pago.`,
    after.credit > 0 && `${plural(count, 'Fica', 'Ficam')} com ${money(after.credit)} de crédito.`,
    ...heldLines(effects),
    notified > 0
      ? `${many(notified, 'pessoa é avisada', 'pessoas são avisadas')} da mudança por mensagem.`
      : 'Ninguém é avisado da mudança.',
  ].filter((line) => line !== false)
}
