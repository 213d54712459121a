import { counted } from '@agremia/resources/rules/plural.ts'
import BulkActionDialog from '../../resource/bulk-action-dialog.tsx'
import type { ChosenRecords } from '../../resource/record-list.tsx'

/** What is done to many debts, each by itself. */
export type BulkChargesDeed = 'exempt' | 'cancel' | 'restore'

const words: Record<BulkChargesDeed, { verb: string; intro: string }> = {
  exempt: {
    verb: 'Isentar',
    intro:
      'Deixam de ser devidas e contam como isentas. As que já foram pagas, mesmo em parte, ficam como estão, com a indicação do recibo. Podem ser repostas.',
  },
  cancel: {
    verb: 'Anular',
    intro:
      'Deixam de ser devidas, como se nunca tivessem sido cobradas. As que já foram pagas, mesmo em parte, ficam como estão, com a indicação do recibo. Podem ser repostas.',
  },
  restore: {
    verb: 'Repor',
    intro:
      'As anuladas e as isentas voltam a ser devidas, cada uma pelo seu valor. As que já têm outra no seu lugar ficam como estão.',
  },
}

interface BulkChargesProps {
  deed: BulkChargesDeed
  chosen: ChosenRecords
  onClose: () => void
}

/** Waives or cancels many debts, with one reason, or makes them owed again, and tells how it went with each. */
export default function BulkCharges({ deed, chosen, onClose }: BulkChargesProps) {
  const { verb, intro } = words[deed]
  return (
    <BulkActionDialog
      resource="unsettledPayments"
      action={deed}
      title={`${verb} ${counted(chosen.count, 'dívida', 'dívidas')}`}
      intro={intro}
      chosen={chosen}
      alsoChanges={changedWithCharges}
      onClose={onClose}
    />
  )
}

/** Whatever shows money of members changes with it. */
export const changedWithCharges = ['members', 'memberBalances', 'creditUses']
