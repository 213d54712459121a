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

/** The first offeredActions action of `primary` is a blue button, that of `secondary` a plain one; the others are in a menu. */
const primary = ['accept', 'submit']
const secondary = ['takeForReview', 'sendVerification', 'requestInformation', 'reopen']

/** The actions that the application's state allows. */
export function ApplicationActions(props: ApplicationHeadProps) {
  const { record, descriptor, fields, person, onPerson, onCorrect } = props
  const [chosen, setChosen] = useState<ActionDescriptor>()
  const decide = useDecision(record)
  const code = useApplicationState(record)?.code
  const offeredActions = code ? descriptor.actions.filter(({ name }) => isOffered(name, code, record)) : []
  const first = offeredActions.find(({ name }) => primary.includes(name))
  const second = secondary.flatMap((name) => offeredActions.find((action) => action.name === name) ?? [])[0]
  const others = offeredActions.filter((action) => action !== first && action !== second)
  const start = (action: ActionDescriptor) => {
    if (action.fields || action.name === 'submit') setChosen(action)
    else void decide(action)
  }
  const close = () => setChosen(undefined)
  const duplicate = offeredActions.find(({ name }) => name === 'markDuplicate')
  const nifTakenActions = {
    onDuplicate: duplicate && (() => setChosen(duplicate)),
    onCorrect: () => {
      close()
      onCorrect('nif')
    },
  }
  return (
    <Group gap="0.625rem" wrap="nowrap">
      {second && (
        <Button variant="default" onClick={() => start(second)}>
          {second.label}
        </Button>
      )}
      <MoreActions {...props} actions={others} mayDelete={code === 'draft'} onChoose={start} />
      {first && <PageAction label={first.label} icon={null} onClick={() => start(first)} />}
      <MemberLink record={record} />
      {chosen?.name === 'accept' && (
        <AcceptDialog
          {...{ record, fields, person, onPerson, nifTakenActions }}
          action={chosen}
          onClose={close}
        />
      )}
      {chosen && chosen.name !== 'accept' && (
        <DecisionDialog record={record} fields={fields} action={chosen} onClose={close} />
      )}
    </Group>
  )
}

/** Links to the member that the accepted application became. */
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
