import { allows } from '@agremia/resources/access.ts'
import { Group } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { applicationPath } from '../../paths/applications.ts'
import { focusField } from '../../resource/form/field-focus.ts'
import { NotesCard } from '../../resource/form/notes-card.tsx'
import { ErrorSummary, type FormControls, FormSections, ResumedNote } from '../../resource/record-form.tsx'
import { formTab, historyTab, RecordPage, type RecordPart } from '../../resource/record-page.tsx'
import { RecordSheet } from '../../resource/record-sheet.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { RecordSkeleton } from '../../ui/skeletons.tsx'
import { useNavigate, useParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { memberSheetClasses as sheet } from '../member-parts/index.ts'
import { applicationHead } from './application-head.tsx'
import { useApplicationState, useApplicationStates } from './application-states.ts'
import { ConsentsCard, DecisionCard, ProposersCard } from './application-side.tsx'
import { MatchesPanel } from './matches-panel.tsx'
import { type PersonChoice, undecided, useMatches } from './matches.ts'
import { useInapplicableFields } from './use-inapplicable-fields.ts'

/** The page of one application: its fields, similar people and the decision. */
export default function ApplicationEdit() {
  const { id } = useParams()
  return <Application key={id} />
}

function Application() {
  // Kept above the tabs, so that changing tabs does not lose the choice.
  const [person, onPerson] = useState<PersonChoice>(undecided)
  const [editing, onEdit] = useState<Editing>()
  const { id = '', tab = formTab.name } = useParams()
  const navigate = useNavigate()
  const onCorrect = (field: string) => {
    onEdit({ field })
    if (tab !== formTab.name) navigate(applicationPath(id))
  }
  return (
    <RecordPage
      resource="memberApplications"
      skeleton={<RecordSkeleton />}
      isReady={useApplicationStates() !== undefined}
      head={(part) => applicationHead({ ...part, person, onPerson, onCorrect })}
      tabs={[
        {
          ...formTab,
          label: 'Candidatura',
          panel: (part) => <ApplicationReview {...part} {...{ person, onPerson, editing, onEdit }} />,
        },
        historyTab,
      ]}
    />
  )
}

/** Set while the form is open; `field` gets the focus. */
interface Editing {
  field?: string
}

interface ApplicationReviewProps extends RecordPart<'memberApplications'> {
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  editing: Editing | undefined
  onEdit: (editing: Editing | undefined) => void
}

/** The application's fields and similar records; at the side decision, proposers, consents and notes. */
function ApplicationReview(props: ApplicationReviewProps) {
  const { form, record, descriptor, person, onPerson } = props
  const state = useApplicationState(record)
  const isOpen = state?.isFinal === false
  const mayUpdate = allows(descriptor.may.update, record)
  const matches = useMatches(record._id, isOpen)
  return (
    <div className={sheet.sheet}>
      <div className={sheet.main}>
        <ErrorSummary form={form} />
        <ResumedNote form={form} />
        <MatchesPanel matches={matches} fields={form.fields} person={person} onPerson={onPerson} />
        <Particulars {...props} mayUpdate={mayUpdate && isOpen} />
      </div>
      <aside className={sheet.side} aria-label="Decisão, proponentes e consentimentos">
        {state && <DecisionCard record={record} state={state} fields={form.fields} />}
        <ProposersCard record={record} />
        <ConsentsCard applicationId={record._id} />
        <NotesCard form={form} name="internalNotes" readOnly={!mayUpdate} />
      </aside>
    </div>
  )
}

interface ParticularsProps extends ApplicationReviewProps {
  mayUpdate: boolean
}

/** The fields as text, or as a form while the application is open and the user edits it. */
function Particulars({ form, record, mayUpdate, editing: edited, onEdit }: ParticularsProps) {
  const inapplicable = useInapplicableFields(form)
  const hasChanges = form.changes.some((name) => name !== 'internalNotes')
  const editing = mayUpdate && (edited !== undefined || hasChanges)
  useEffect(() => {
    if (edited?.field) focusField(form.id, edited.field)
  }, [form.id, edited])
  useHotkey(
    { keys: 'e', label: 'Editar a candidatura', group: 'Na candidatura' },
    () => onEdit({}),
    mayUpdate,
  )
  return (
    <>
      {mayUpdate && (
        <Group justify="flex-end" mb="-2.25rem" data-only="screen">
          <EditButton
            editing={editing}
            disabled={hasChanges}
            onChange={(begins) => onEdit(begins ? {} : undefined)}
          />
        </Group>
      )}
      {editing ? (
        <FormSections form={form} omit={[...shownBeside(form), ...inapplicable]} />
      ) : (
        <RecordSheet fields={form.fields} record={record} omit={omittedFromSheet(form)} />
      )}
    </>
  )
}

interface EditButtonProps {
  editing: boolean
  /** There are unsaved changes: only saving or discarding them ends the edit. */
  disabled: boolean
  onChange: (editing: boolean) => void
}

function EditButton({ editing, disabled, onChange }: EditButtonProps) {
  const Icon = editing ? IconEye : IconPencil
  return (
    <CommandButton
      icon={Icon}
      label={editing ? 'Terminar a edição' : 'Editar'}
      variant="subtle"
      size="xs"
      disabled={disabled}
      onClick={() => onChange(!editing)}
    />
  )
}

/** Fields that the head or the side cards show. */
function shownBeside({ fields }: FormControls<'memberApplications'>): string[] {
  const beside = ['Candidatura', 'Deliberação', 'Notas']
  return Object.values(fields)
    .filter(({ group }) => beside.includes(group))
    .map(({ name }) => name)
}

function omittedFromSheet(form: FormControls<'memberApplications'>): string[] {
  const elsewhere = Object.values(form.fields).filter(
    ({ name, group }) =>
      group === 'Consentimentos' || name === 'guardianConsent' || name.startsWith('proposer'),
  )
  return [...shownBeside(form), ...elsewhere.map(({ name }) => name)]
}
