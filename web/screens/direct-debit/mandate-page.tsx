import { recordPath } from '@agremia/resources/paths.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useMay } from '../../api/queries.ts'
import { openDocument } from '../../resource/open-document.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { type ColumnSetup, EmbeddedList } from '../../resource/record-list.tsx'
import {
  formTab,
  historyTab,
  RecordPage,
  type RecordPageTab,
  type RecordPart,
} from '../../resource/record-page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { CommandButton } from '../../ui/command-button.tsx'

/** The page of an authorisation, with its form on paper and its debits. */
export default function MandatePage() {
  const isStaff = useMay('debitCollections').list
  return <RecordPage resource="mandates" tabs={isStaff ? staffTabs : ownTabs} head={mandateHead} />
}

const ownTabs: RecordPageTab<'mandates'>[] = [formTab]
const staffTabs: RecordPageTab<'mandates'>[] = [
  formTab,
  { name: 'debitos', label: 'Débitos', panel: ({ record }) => <Debits mandateId={record._id} /> },
  historyTab,
]

function mandateHead({ record, fields, ...rest }: RecordPart<'mandates'>) {
  const state = fields.state?.options?.find(({ value }) => value === record.state)
  return {
    title: `Autorização ${record.reference}`,
    subtitle: record.memberLabel ?? '',
    state: state && <StateBadge tone={state.tone} label={state.label} />,
    action: (
      <RecordActions
        record={record}
        fields={fields}
        {...rest}
        main={
          <CommandButton
            icon={IconPrinter}
            label="Imprimir"
            variant={record.state === 'pending' ? 'filled' : 'default'}
            onClick={() => void openDocument(`${recordPath('mandates', record._id)}/document`)}
          />
        }
      />
    ),
  }
}

function Debits({ mandateId }: { mandateId: string }) {
  const where = useMemo(() => ({ mandateId }), [mandateId])
  return (
    <EmbeddedList
      resource="debitCollections"
      title="Débitos"
      where={where}
      columns={columns}
      purpose="Os débitos que esta autorização permitiu."
    />
  )
}

const columns: ColumnSetup<'debitCollections'>[] = [
  { name: 'batchId', width: 9, listed: true },
  { name: 'collectionDate', width: 7.5, listed: true },
  { name: 'amount', width: 7 },
  { name: 'state', width: 8 },
  { name: 'reason', width: 11 },
]
