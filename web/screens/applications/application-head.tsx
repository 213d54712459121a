import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '@agremia/resources/action.ts'
import { mayAskToConfirm } from '@agremia/resources/application-states.ts'
import type { ActionDescriptor } from '@agremia/resources/descriptor.ts'
import { daysBetween, formatDate } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useFields, useTerminology } from '../../api/queries.ts'
import { faceOf } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import type { DescribedRecord, RecordProps } from '../../resource/loaded-record.tsx'
import { RecordPhoto } from '../../resource/photo/photo-button.tsx'
import { useDeleteAction } from '../../resource/actions/record-actions.tsx'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { AgeFact, ContactFact } from '../member-parts/index.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { dayOf } from './application-cells.tsx'
import { useApplicationState } from './application-states.ts'
import { DecisionDialog, useDecision } from './decision-dialog.tsx'
import type { PersonChoice } from './matches.ts'

interface ApplicationHeadProps extends DescribedRecord<'memberApplications'> {
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  /** Opens the form at a field. */
  onCorrect: (field: string) => void
}

const photos = {
  resource: 'memberApplicationPhotos',
  failure: 'Member Application photo upload failed',
}

/** The parts of the page's head, above the tabs: photo, state, facts and actions. */
export function applicationHead(props: ApplicationHeadProps) {
  const { record } = props
  return {
    leading: <ApplicationPhoto {...props} />,
    state: <ApplicationBadges record={record} />,
    subtitle: subtitleOf(record),
    action: <ApplicationActions {...props} />,
    facts: <ApplicationFacts record={record} />,
  }
}

function ApplicationPhoto({ record, descriptor }: DescribedRecord<'memberApplications'>) {
  const state = useApplicationState(record)
  return (
    <RecordPhoto
      record={record}
      photos={photos}
      name={record.name ?? ''}
      mayChange={descriptor.may.update && state?.isFinal === false}
    />
  )
}

function ApplicationBadges({ record }: RecordProps<'memberApplications'>) {
  const state = useApplicationState(record)
  if (!state) return null
  return (
    <>
      <StateBadge tone={state.colour} label={state.name} />
      {record.code !== 'unverified' && mayAskToConfirm(record) && (
        <StateBadge tone="amber" label="Email por confirmar" />
      )}
    </>
  )
}

function subtitleOf({ number, categoryLabel, submittedAt }: ResourceRecord<'memberApplications'>): string {
  const facts = [
    `Candidatura n.º\u00A0${number}`,
    categoryLabel,
    typeof submittedAt === 'string' && `recebida a ${dayOf(submittedAt)}`,
  ]
  return facts.filter(Boolean).join(' · ')
}

/** The first offered action of `primary` is a blue button, that of `secondary` a plain one; the others are in a menu. */
const primary = ['accept', 'submit']
const secondary = ['takeForReview', 'sendVerification', 'requestInformation', 'reopen']

/** The actions that the application's state allows. */
function ApplicationActions(props: ApplicationHeadProps) {
  const { record, descriptor, fields, person, onPerson, onCorrect } = props
  const [chosen, setChosen] = useState<ActionDescriptor>()
  const decide = useDecision(record)
  const offeredActions = descriptor.actions.filter(({ when = [] }) => refusalOf(when, record) === undefined)
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
      <MoreActions {...props} actions={others} mayDelete={record.code === 'draft'} onChoose={start} />
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
function MemberLink({ record }: RecordProps<'memberApplications'>) {
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

/** When it was received, age, contacts and the term of the decision. */
function ApplicationFacts({ record }: RecordProps<'memberApplications'>) {
  return (
    <Facts>
      <Received record={record} />
      <AgeFact record={record} />
      <ContactFact record={record} />
      <Term record={record} />
    </Facts>
  )
}

function Received({ record }: RecordProps<'memberApplications'>) {
  const field = useFields('memberApplications')?.source
  const source = field && faceOf(field).toText(record.source, field, record)
  const confirmed = typeof record.emailVerifiedAt === 'string' && 'email confirmado'
  return (
    <Fact
      label="Recebida"
      value={typeof record.submittedAt === 'string' && dayOf(record.submittedAt)}
      note={[source, confirmed].filter(Boolean).join(' · ')}
    />
  )
}

/** The date of the decision, or the last day for it. */
function Term({ record }: RecordProps<'memberApplications'>) {
  const { decisionDate, decisionBody, decisionDue } = record
  if (typeof decisionDate === 'string')
    return <Fact label="Decidida" value={formatDate(decisionDate)} note={decisionBody ?? ''} />
  return (
    <Fact
      label="Decidir até"
      value={typeof decisionDue === 'string' && formatDate(decisionDue)}
      note={typeof decisionDue === 'string' && timeLeft(decisionDue)}
    />
  )
}

function timeLeft(due: string): string {
  const days = daysBetween(organisationToday(), due)
  if (days < 0) return 'o prazo passou'
  return days === 0
    ? 'o prazo acaba hoje'
    : `${days === 1 ? 'falta' : 'faltam'} ${counted(days, 'dia', 'dias')}`
}
