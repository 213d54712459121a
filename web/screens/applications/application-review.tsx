import { useEffect } from 'react'
import { Button, Group } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { focusField } from '../../resource/form/field-id.ts'
import { NotesCard } from '../../resource/form/notes-card.tsx'
import { ErrorSummary, FormSections, ResumedNote, type FormControls } from '../../resource/record-form.tsx'
import type { RecordPart } from '../../resource/record-page.tsx'
import { RecordSheet } from '../../resource/record-sheet.tsx'
import { useHotkey } from '../../ui/hotkeys.ts'
import { memberSheetClasses as sheet } from '../member-parts/index.ts'
import { useApplicationState } from './application-states.ts'
import { ConsentsCard } from './consents-card.tsx'
import { DecisionCard } from './decision-card.tsx'
import { MatchesPanel } from './matches-panel.tsx'
import type { PersonChoice } from './person-choice.ts'
import { ProposersCard } from './proposers-card.tsx'
import { useFieldsNotAsked } from './use-fields-not-asked.ts'
import { useMatches } from './use-matches.ts'

/** That the application is being corrected, and the field to begin in. */
export interface Editing {
  field?: string
}

interface ApplicationReviewProps extends RecordPart {
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  editing: Editing | undefined
  onEdit: (editing: Editing | undefined) => void
}

/** The application, who it may be of, and what a decision needs beside it. */
export function ApplicationReview(props: ApplicationReviewProps) {
  const { form, record, descriptor, person, onPerson } = props
  const state = useApplicationState(record)
  const isOpen = state?.isFinal === false
  const mayUpdate = descriptor.may.update
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

/** What the application says: to be read, and to be corrected while it is not decided. */
function Particulars({ form, record, mayUpdate, editing: chosen, onEdit }: ParticularsProps) {
  const notAsked = useFieldsNotAsked(form)
  const isWritten = form.changes.some((name) => name !== 'internalNotes')
  const editing = mayUpdate && (chosen !== undefined || isWritten)
  useEffect(() => {
    if (chosen?.field) focusField(form.id, chosen.field)
  }, [form.id, chosen])
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
            disabled={isWritten}
            onChange={(begins) => onEdit(begins ? {} : undefined)}
          />
        </Group>
      )}
      {editing ? (
        <FormSections form={form} omit={[...shownBeside(form), ...notAsked]} />
      ) : (
        <RecordSheet fields={form.fields} record={record} omit={notRead(form)} />
      )}
    </>
  )
}

interface EditButtonProps {
  editing: boolean
  /** Something is unsaved: the bar below says how it ends. */
  disabled: boolean
  onChange: (editing: boolean) => void
}

function EditButton({ editing, disabled, onChange }: EditButtonProps) {
  const Icon = editing ? IconEye : IconPencil
  return (
    <Button
      variant="subtle"
      size="xs"
      disabled={disabled}
      leftSection={<Icon size="1rem" stroke={1.5} aria-hidden />}
      onClick={() => onChange(!editing)}
    >
      {editing ? 'Terminar a edição' : 'Editar'}
    </Button>
  )
}

/** What the head and the cards say. */
function shownBeside({ fields }: FormControls): string[] {
  const beside = ['Candidatura', 'Deliberação', 'Notas']
  return Object.values(fields)
    .filter(({ group }) => beside.includes(group))
    .map(({ name }) => name)
}

function notRead(form: FormControls): string[] {
  const elsewhere = Object.values(form.fields).filter(
    ({ name, group }) =>
      group === 'Consentimentos' || name === 'guardianConsent' || name.startsWith('proposer'),
  )
  return [...shownBeside(form), ...elsewhere.map(({ name }) => name)]
}
