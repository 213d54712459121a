import { IconTags } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMay } from '../../api/queries.ts'
import type { BulkAction, ChosenRecords } from '../../resource/record-list.tsx'
import { lazyDialog } from '../../ui/lazy-part.ts'
import type { LabelsOf } from './labels-dialog.tsx'

const LabelsDialog = lazyDialog(() => import('./labels-dialog.tsx'))

/** The action of a list that prints address labels of its members, and its dialog. Roles that may not print have no action. */
export function useLabels(list: LabelsOf['recordsOf'] | 'chargesByMember'): {
  actions: BulkAction[]
  dialog: ReactNode
} {
  const mayPrint = useMay('members').create
  const [chosen, setChosen] = useState<LabelsOf>()
  const choose = async ({ query, ids }: ChosenRecords) => {
    // The id of a row of charges by member is its member's; their search is not one of members.
    if (list === 'chargesByMember') setChosen({ recordsOf: 'members', audience: { ids: await ids() } })
    else setChosen({ recordsOf: list, audience: query ? { query } : { ids: await ids() } })
  }
  const action: BulkAction = {
    name: 'labels',
    isRare: true,
    label: 'Imprimir etiquetas',
    icon: <IconTags size="1.125rem" stroke={1.5} aria-hidden />,
    run: (records) => void choose(records),
  }
  return {
    actions: mayPrint ? [action] : [],
    dialog: chosen && <LabelsDialog {...chosen} onClose={() => setChosen(undefined)} />,
  }
}
