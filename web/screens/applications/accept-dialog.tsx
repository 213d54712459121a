import type { ResourceRecord } from '@agremia/resources/definitions/index.ts'
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api } from '../../api/client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { requireAnswer } from '../../api/query-client.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { type ActionControls, ActionDialog } from '../../resource/actions/action-dialog.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastDone } from '../../resource/toast-done.ts'
import { useNavigate } from '../../ui/router.tsx'
import { AdmissionEffects } from './admission-effects.tsx'
import { useRunDecision } from './decision-dialog.tsx'
import { hasSameNif, isBarred, type Match, type PersonChoice, useMatches } from './matches.ts'
import classes from './nif-taken-dialog.module.css'

interface AcceptDialogProps {
  record: ResourceRecord<'memberApplications'>
  fields: FieldMap
  action: ActionDescriptor
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  onClose: () => void
  nifTakenActions: NifTakenActions
}

/** Admits the applicant: asks which person this is, the admission date, the category and the number. */
export function AcceptDialog(props: AcceptDialogProps) {
  const { record, fields, action, person, onPerson, onClose, nifTakenActions } = props
  const run = useRunDecision(record)
  const showAcceptedToast = useAcceptedToast()
  const similarPeople = useMatches(record._id, true).filter(({ resource }) => resource === 'people')
  const nextNumber = useNextNumber()
  const isKnown = person.personId !== undefined
  const holder = similarPeople.find(hasSameNif)
  if (holder && isBarred(holder))
    return (
      <NifTakenDialog holder={holder} record={record} nifTakenActions={nifTakenActions} onClose={onClose} />
    )
  return (
    <ActionDialog
      title={`Aceitar ${record.name}`}
      action={withHelp(action, nextNumber)}
      initial={{
        ...person,
        categoryId: record.categoryId,
        categoryLabel: record.categoryLabel,
        admissionDate: organisationToday(),
        decisionDate: organisationToday(),
      }}
      omit={['personId', 'newPerson', ...(isKnown ? [] : ['updatePerson'])]}
      recordFields={fields}
      lead={
        similarPeople.length === 0
          ? undefined
          : (controls) => (
              <PersonPicker
                similarPeople={similarPeople}
                controls={controls}
                onPerson={onPerson}
                onCorrect={nifTakenActions.onCorrect}
              />
            )
      }
      tail={({ values }) => (
        <AdmissionEffects applicationId={record._id} fields={action.fields ?? {}} values={values} />
      )}
      onClose={onClose}
      onRun={async (input) => {
        const accepted = await run('accept', input)
        if (!accepted) return
        showAcceptedToast(accepted)
        onClose()
      }}
    />
  )
}

interface PersonPickerProps {
  similarPeople: readonly Match[]
  controls: ActionControls
  onPerson: (person: PersonChoice) => void
  onCorrect: NifTakenActions['onCorrect']
}

const newPersonValue = 'another'

/** When similar people exist, the user must choose whether the applicant is one of them. */
function PersonPicker({ similarPeople, controls, onPerson, onCorrect }: PersonPickerProps) {
  const { values, set, errorOf } = controls
  const { personId, newPerson } = values
  const holder = similarPeople.find(hasSameNif)
  const paths = useMemberPaths()
  function choose(value: string) {
    const person = value === newPersonValue ? { newPerson: true } : { personId: value }
    onPerson(person)
    set({ personId: null, newPerson: false, ...person })
  }
  return (
    <Radio.Group
      label="Há fichas parecidas. Quem é o candidato?"
      withAsterisk
      value={typeof personId === 'string' ? personId : newPerson === true ? newPersonValue : null}
      error={errorOf('personId') ?? errorOf('newPerson')}
      onChange={choose}
    >
      <Stack gap="xs" mt="xs">
        {similarPeople.map((match) => (
          <Radio
            key={match._id}
            value={match._id}
            disabled={isBarred(match) || wouldTakeNif(match, holder)}
            label={match.name}
            description={aboutPerson(match)}
          />
        ))}
        <Radio
          value={newPersonValue}
          disabled={holder !== undefined}
          label="É outra pessoa"
          description={holder ? `O NIF é de ${holder.name}.` : 'É criada uma ficha nova.'}
        />
      </Stack>
      {holder && (
        <Group gap="xs" mt="sm">
          {holder.memberId !== null && (
            <Button component={AppLink} to={paths.record(holder.memberId)} variant="default" size="xs">
              Readmitir com o n.º&nbsp;{holder.memberNumber}
            </Button>
          )}
          <Button variant="default" size="xs" onClick={onCorrect}>
            Corrigir o NIF
          </Button>
        </Group>
      )}
    </Radio.Group>
  )
}

/** True if choosing this person would give it the application's NIF, which belongs to another person. */
function wouldTakeNif(match: Match, holder: Match | undefined): boolean {
  const { known = null } = match.fields.find(({ field }) => field === 'nif') ?? {}
  return holder !== undefined && match !== holder && known === null
}

function aboutPerson({ memberNumber, stateLabel, isMember, isDeceased }: Match): string {
  if (memberNumber === null) return isDeceased ? 'Faleceu.' : 'Tem ficha, sem ligação à organização.'
  const text = `N.º ${memberNumber}, ${stateLabel ?? ''}`
  if (isDeceased) return `${text}: faleceu.`
  return `${text}: ${isMember ? 'já está inscrita' : 'volta com número novo'}.`
}

/** The next free member number. Its query key is among the member lists, so that a change of members refetches it. */
function useNextNumber(): number | undefined {
  return useQuery({
    queryKey: [...keys.lists('members'), 'nextNumber'],
    queryFn: async ({ signal }) =>
      requireAnswer(await api.get<{ data: { memberNumber: number } }>('members/next_number', signal)).data
        .memberNumber,
  }).data
}

function withHelp(action: ActionDescriptor, nextNumber: number | undefined): ActionDescriptor {
  const field = action.fields?.memberNumber
  if (!field || nextNumber === undefined) return action
  const memberNumber = { ...field, help: `Sem número, é atribuído o seguinte: ${nextNumber}.` }
  return { ...action, fields: { ...action.fields, memberNumber } }
}

/** Shows a toast with a link to the new member. */
function useAcceptedToast(): (accepted: ResourceRecord<'memberApplications'>) => void {
  const navigate = useNavigate()
  const paths = useMemberPaths()
  const terminology = useTerminology()
  return (accepted) => {
    const { memberId, notCharged } = accepted
    const label = fillTerms('Ver {memberSingular}', terminology)
    const said = typeof notCharged === 'string' ? notCharged.split('\n') : []
    toastDone(accepted, ['Candidatura aceite.', ...said].join(' '), {
      ...(typeof memberId === 'string' && {
        actions: [{ label, run: () => navigate(paths.record(memberId)) }],
      }),
    })
  }
}

/** What the user can do when the NIF belongs to a member or to somebody deceased. */
interface NifTakenActions {
  /** Opens the form at the NIF. */
  onCorrect: () => void
  /** Absent where the state of the application does not allow it. */
  onDuplicate: (() => void) | undefined
}

interface NifTakenDialogProps {
  holder: Match
  record: ResourceRecord<'memberApplications'>
  nifTakenActions: NifTakenActions
  onClose: () => void
}

/** Replaces the acceptance when it would fail: the NIF belongs to a member or to somebody deceased. */
function NifTakenDialog({ holder, record, nifTakenActions, onClose }: NifTakenDialogProps) {
  const paths = useMemberPaths()
  const terminology = useTerminology()
  const { name, memberNumber, stateLabel, memberId, isMember } = holder
  return (
    <Dialog
      title={`${record.name} não pode ser aceite assim`}
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <Stack gap="1rem" className={classes.body}>
        <p>
          O NIF da candidatura é de{' '}
          {[name, memberNumber !== null && `n.º\u00A0${memberNumber}`].filter(Boolean).join(', ')}
          {stateLabel !== null && ` (${stateLabel})`}.
        </p>
        {nifTakenActions.onDuplicate && (
          <ActionChoice
            label="Marcar como duplicada"
            about={`${isMember ? 'É a mesma pessoa, que já está inscrita' : 'É a mesma pessoa'}: a candidatura fica encerrada.`}
            onClick={nifTakenActions.onDuplicate}
          />
        )}
        <ActionChoice
          label="Corrigir o NIF"
          about="São pessoas diferentes: corrija o NIF na candidatura e aceite-a depois."
          onClick={nifTakenActions.onCorrect}
        />
        {memberId !== null && (
          <div>
            <Button component={AppLink} to={paths.record(memberId)} variant="default">
              {fillTerms('Ver {memberSingular}', terminology)}
            </Button>
            <p className={classes.about}>
              {isMember
                ? 'Se a pessoa quer voltar ao ativo, o estado muda-se na ficha, sem candidatura.'
                : 'Se o estado está errado, corrige-se na ficha.'}
            </p>
          </div>
        )}
      </Stack>
    </Dialog>
  )
}

interface ActionChoiceProps {
  label: string
  about: string
  onClick: () => void
}

function ActionChoice({ label, about, onClick }: ActionChoiceProps) {
  return (
    <div>
      <Button variant="default" onClick={onClick}>
        {label}
      </Button>
      <p className={classes.about}>{about}</p>
    </div>
  )
}
