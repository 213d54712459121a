import { stripSpan } from '@agremia/resources/rules/quota-years.ts'
import type { Terminology } from '@agremia/resources/terminology.ts'
import { texts } from '../../fields/texts.ts'
import type { FirstList } from '../../resource/list/first-rows.ts'
import { nameColumnWidth, type ColumnSetup } from '../../resource/list/list-columns.ts'
import type { Reads } from '../../resource/list/reading.ts'
import { element } from '../../ui/first-layer.ts'
import { initials } from '@agremia/resources/rules/names.ts'
import { hueOf } from '../../ui/hue.ts'
import { marksOf, quotaStripElement } from '../../ui/quota-marks.ts'
import avatar from '../../ui/avatar.module.css'
import person from '../../ui/person-name.module.css'
import classes from './member-cells.module.css'
import { membersQuery } from './members-question.ts'
import { searchHint } from './search-hint.ts'

const drawn = { isFixed: true, isDrawn: true, listed: true }

type FirstColumn = Omit<ColumnSetup<'members'>, 'Cell' | 'reads'>

/** The columns of the list; `word` is the organisation's name for quotas. */
export function memberColumns(word: string, today: string): FirstColumn[] {
  return [
    { name: 'memberNumber', label: 'N.º', width: 3.75, align: 'end' },
    { name: 'name', label: 'Nome', width: 11.875, preferredWidth: nameColumnWidth },
    { name: 'currentStateId', width: 10.25 },
    { name: 'categoryId', width: 5.125 },
    { name: 'balance', width: 5.5, isFixed: true, listed: true },
    { name: 'quotaStrip', label: stripLabel(word, today), width: 8.5, stays: true, ...drawn },
    { name: 'mobile', width: 6.75, isFixed: true },
    { name: 'admissionDate', label: 'Desde', width: 3.75, align: 'end' },
  ]
}

/** `Quotas 2021–2026` */
export function stripLabel(word: string, today: string): string {
  const { first, last } = stripSpan(today)
  return `${word} ${first}–${last}`
}

/** The debt as text, empty when nothing is owed, and whether part of it is overdue. */
export function debtOf({ balance, overdueAmount }: Reads<'members', 'balance' | 'overdueAmount'>): {
  text: string
  isLate: boolean
} {
  return { text: balance > 0 ? texts.money.toText(balance) : '', isLate: overdueAmount > 0 }
}

/** The members list for the first paint, drawn before React and the screen have loaded. */
export function firstMembers(terminology: Terminology): FirstList<'members'> {
  const { membershipPayments } = terminology
  // Only the year is shown. UTC avoids `Intl` with a time zone, whose first use costs as much as drawing the rows.
  const today = new Date().toISOString().slice(0, 10)
  return {
    question: membersQuery,
    columns: memberColumns(membershipPayments, today),
    cells: {
      name: (record) => avatarAndName(record.name),
      quotaStrip: strip,
      balance: debt,
      admissionDate: (record) => (record.admissionDate ?? '').slice(0, 4),
    },
    searchHint,
    pathOf: (id) => `${membersQuery.pathIn(terminology)}/${id}`,
    isSelectable: (actions) => actions.includes('changeState'),
  }
}

function avatarAndName(name: string): HTMLElement {
  const face = { class: avatar.avatar, 'data-size': 'medium', style: `--hue: ${hueOf(name)}` }
  return element(
    'span',
    { class: person.person },
    element('span', face, initials(name)),
    element('span', { class: person.name }, name),
  )
}

function strip({ quotaStrip }: Reads<'members', 'quotaStrip'>): HTMLElement | string {
  const marks = marksOf(quotaStrip)
  return Object.keys(marks).length === 0 ? '—' : quotaStripElement(marks)
}

function debt(record: Reads<'members', 'balance' | 'overdueAmount'>): HTMLElement | string {
  const { text, isLate } = debtOf(record)
  return text === '' ? '—' : element('span', { class: classes.debt, 'data-late': String(isLate) }, text)
}
