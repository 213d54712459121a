import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { StoredRecord } from '../../api/client.ts'
import { useTerminology } from '../../api/queries.ts'
import { useDeleteAction } from '../../resource/record-actions.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { useMemberPaths } from '../../paths/members.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { isOffered, useApplicationState } from './application-states.ts'
import type { ApplicationHeadProps } from './application-head.tsx'
import { useDecision } from './use-decision.ts'

/** The likely next step is a button in blue, the one beside it a plain one; the others wait in a menu. */
const primary = ['accept', 'submit']
const secondary = ['takeForReview', 'sendVerification', 'requestInformation', 'reopen']

/** What can be done with the application as it is now. */
export function ApplicationActions(props: ApplicationHeadProps) {
  const { record, descriptor, fields, person, onPerson, onCorrect } = props
  const [asked, setAsked] = useState<ActionDescriptor>()
  const decide = useDecision(record)
  const code = useApplicationState(record)?.code
  const offered = code ? descriptor.actions.filter(({ name }) => isOffered(name, code, record)) : []
  const first = offered.find(({ name }) => primary.includes(name))
  const second = secondary.flatMap((name) => offered.find((action) => action.name === name) ?? [])[0]
  const others = offered.filter((action) => action !== first && action !== second)
  const begin = (action: ActionDescriptor) => {
    if (action.fields || action.name === 'submit') setAsked(action)
    else void decide(action)
  }
  const close = () => setAsked(undefined)
  const duplicate = offered.find(({ name }) => name === 'markDuplicate')
  const ways = {
    onDuplicate: duplicate && (() => setAsked(duplicate)),
    onCorrect: () => {
      close()
      onCorrect('nif')
    },
  }
  return (
    <Group gap="0.625rem" wrap="nowrap">
      {second && (
        <Button variant="default" onClick={() => begin(second)}>
          {second.label}
        </Button>
      )}
      <MoreActions {...props} actions={others} mayDelete={code === 'draft'} onChoose={begin} />
      {first && <PageAction label={first.label} icon={null} onClick={() => begin(first)} />}
      <MemberLink record={record} />
      {asked?.name === 'accept' && (
        <AcceptDialog {...{ record, fields, person, onPerson, ways }} action={asked} onClose={close} />
      )}
      {asked && asked.name !== 'accept' && (
        <DecisionDialog record={record} fields={fields} action={asked} onClose={close} />
      )}
    </Group>
  )
}

/** Where the application led. */
function MemberLink({ record }: { record: StoredRecord }) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  if (typeof record.memberId !== 'string') return null
  return (
    <Button component={AppLink} to={paths.record(record.memberId)}>
      {fillTerms('Ver {memberSingular}', terminology)}
    </Button>
  )
}

interface MoreActionsProps extends ApplicationHeadProps {
  actions: readonly ActionDescriptor[]
  mayDelete: boolean
  onChoose: (action: ActionDescriptor) => void
}

function MoreActions({ record, descriptor, actions, mayDelete, onChoose }: MoreActionsProps) {
  const deletion = useDeleteAction({ record, descriptor }, { label: 'Eliminar o rascunho' })
  return (
    <ActionMenu
      actions={[
        ...actions.map((action) => ({ label: action.label, run: () => onChoose(action) })),
        ...(mayDelete ? deletion : []),
      ]}
    />
  )
}
