import { IconArrowsJoin, IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useFields, useMay } from '../../api/queries.ts'
import { choiceText } from '../../fields/texts.ts'
import { newMergePath } from '../../paths/merges.ts'
import type { CellProps } from '../../resource/list/reading.ts'
import { reading, RecordList, type CardSetup, type ColumnSetup } from '../../resource/record-list.tsx'
import { useAttempt } from '../../resource/attempt.ts'
import { PageAction } from '../../ui/page-action.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import classes from '../../ui/row-card.module.css'

/** Pairs of records that may be of the same person; opening one compares them. */
export default function DuplicatesList() {
  const navigate = useNavigate()
  const mayMerge = useMay('merges').create
  return (
    <RecordList
      resource="duplicates"
      columns={columns}
      filters={filters}
      defaultFilters={open}
      cardOf={card}
      searchPlaceholder="Nome ou número…"
      toolbar={mayMerge && <FindButton />}
      action={
        mayMerge && (
          <PageAction
            label="Fundir fichas"
            icon={<IconArrowsJoin size="1.125rem" stroke={1.75} />}
            to={newMergePath()}
          />
        )
      }
      onOpen={({ _id, personId, otherPersonId }) =>
        navigate(
          newMergePath({
            personId,
            otherPersonId,
            duplicateId: _id,
          }),
        )
      }
      purpose="Aqui aparecem as fichas que podem ser da mesma pessoa, para as comparar e fundir. O programa procura-as de hora a hora."
    />
  )
}

const open = { state: ['open'] }
const filters = [{ field: 'state' }, { field: 'strength' }, { field: 'reasons' }] as const

const columns: ColumnSetup<'duplicates'>[] = [
  { name: 'name', width: 13 },
  { name: 'memberNumber', width: 4 },
  { name: 'otherName', width: 13 },
  { name: 'otherNumber', width: 6.5 },
  { name: 'reasons', width: 15 },
  { name: 'strength', width: 8 },
  { name: 'state', width: 9, listed: false },
]

/** The card that replaces the row on phones. */
function PairCard({ record }: CellProps<'duplicates', 'name' | 'otherName' | 'reasons' | 'strength'>) {
  const fields = useFields('duplicates')
  const reasons = fields?.reasons
  const strength = fields?.strength
  const facts = [
    strength && choiceText(record.strength, strength),
    reasons && record.reasons.map((word) => choiceText(word, reasons)).join(', '),
  ]
  const names = `${record.name} e ${record.otherName}`
  const text = facts.filter(Boolean).join(' · ')
  return (
    <span className={classes.card}>
      <span className={classes.line}>
        <strong className={classes.name} title={names}>
          {names}
        </strong>
      </span>
      <span className={classes.facts} title={text}>
        {text}
      </span>
    </span>
  )
}

const card: CardSetup<'duplicates'> = {
  ...reading(['name', 'otherName', 'reasons', 'strength'], PairCard),
  height: 4,
}

/** Looks for duplicates among the records that changed, without waiting for the next hour. */
function FindButton() {
  const client = useQueryClient()
  const { busy: isBusy, attempt } = useAttempt()
  const find = () =>
    attempt(async () => {
      await api.act('duplicates/find')
      await client.invalidateQueries()
      toast('A lista está em dia.')
    })
  return (
    <CommandButton
      icon={IconRefresh}
      label="Procurar agora"
      size="sm"
      loading={isBusy}
      onClick={() => void find()}
    />
  )
}
