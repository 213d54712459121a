import { Button, Group } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useMemo } from 'react'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useMay, useTerminology } from '../../api/queries.ts'
import { membersOfCollectorPath, newRoundPath } from '../../paths/rounds.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { RecordActions } from '../../resource/actions/record-actions.tsx'
import { EmbeddedList } from '../../resource/record-list.tsx'
import {
  formTab,
  historyTab,
  RecordPage,
  type RecordPageTab,
  type RecordPart,
} from '../../resource/record-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { roundColumns } from './round-columns.ts'

/** The page of a collector, with the rounds and a link to the members. */
export default function CollectorPage() {
  return <RecordPage resource="collectors" tabs={tabs} head={(part) => ({ action: <Actions {...part} /> })} />
}

const tabs: RecordPageTab<'collectors'>[] = [
  formTab,
  { name: 'rondas', label: 'Rondas', panel: ({ record }) => <Rounds collectorId={record._id} /> },
  historyTab,
]

const columns = roundColumns.filter(({ name }) => name !== 'collectorId')

function Rounds({ collectorId }: { collectorId: string }) {
  const where = useMemo(() => ({ collectorId }), [collectorId])
  return (
    <EmbeddedList
      resource="rounds"
      where={where}
      columns={columns}
      filters={[{ field: 'state' }, { field: 'settledOn' }]}
    />
  )
}

function Actions(part: RecordPart<'collectors'>) {
  const terminology = useTerminology()
  const { list } = useMemberPaths()
  const { record } = part
  const mayMake = useMay('rounds').create && record.active
  return (
    <Group gap="0.625rem">
      <Button component={AppLink} to={membersOfCollectorPath(list, record._id)} variant="default">
        {fillTerms('{MemberPlural}', terminology)}
      </Button>
      <RecordActions
        {...part}
        main={
          mayMake && (
            <PageAction
              label="Nova ronda"
              icon={<IconRoute size="1.125rem" stroke={1.5} aria-hidden />}
              to={`${newRoundPath}?cobrador=${record._id}`}
            />
          )
        }
      />
    </Group>
  )
}
