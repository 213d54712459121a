import type { StoredRecord } from '../../api/client.ts'
import { listPath } from '../../api/list-path.ts'
import type { FirstList } from '../../resource/list/first-list.ts'
import type { ColumnSetup } from '../../resource/list/list-columns.ts'
import { element } from '../../ui/element.ts'
import { hueOf, initialsOf } from '../../ui/initials.ts'
import avatar from '../../ui/avatar.module.css'
import classes from './member-cells.module.css'

/** All states, in the order of a member's life. */
export const stateNamesList = { limit: 50, sort: 'order' }

export const memberColumns: readonly Omit<ColumnSetup, 'Cell'>[] = [
  { name: 'memberNumber', label: 'N.º', width: 4.5, align: 'end' },
  { name: 'name', label: 'Nome', width: 17 },
  { name: 'currentStateId', width: 11 },
  { name: 'categoryId', width: 9 },
  { name: 'mobile' },
  { name: 'admissionDate', label: 'Desde', width: 6, align: 'end' },
  { name: 'balance', listed: false },
]

/** The states of those who belong, or of those who left. */
export function stateIds(states: readonly StoredRecord[], marksEnd: boolean): string[] {
  return states.filter((state) => (state.marksEnd === true) === marksEnd).map(({ _id }) => _id)
}

/** The members list as it can be drawn before the rest has arrived. */
export function firstMembers(listAddress: string): FirstList {
  return {
    resource: 'members',
    columns: memberColumns,
    cells: {
      name: (record) => faceAndName(wordOf(record.name)),
      admissionDate: (record) => wordOf(record.admissionDate).slice(0, 4),
    },
    lookUp: listPath('memberStateNames', stateNamesList),
    filtersFrom: (states) => ({ currentStateId: stateIds(states, false) }),
    pathOf: (id) => `${listAddress}/${id}`,
    isSelectable: (actions) => actions.includes('changeState'),
  }
}

function faceAndName(name: string): HTMLElement {
  const face = { class: avatar.avatar, 'data-size': 'medium', style: `--hue: ${hueOf(name)}` }
  return element(
    'span',
    { class: classes.person },
    element('span', face, initialsOf(name)),
    element('span', { class: classes.name }, name),
  )
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
