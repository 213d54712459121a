import { Button, Group, Radio, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog, type ActionControls } from '../../resource/action-dialog.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { toast } from '../../ui/toast.ts'
import { useMemberPaths } from '../../paths/members.ts'
import { AdmissionEffects } from './admission-effects.tsx'
import { NifTakenDialog, type WaysOut } from './nif-taken-dialog.tsx'
import type { PersonChoice } from './person-choice.ts'
import { useRunDecision } from './use-decision.ts'
import { hasSameNif, isBarred, useMatches, type Match } from './use-matches.ts'

interface AcceptDialogProps {
  record: StoredRecord
  fields: FieldMap
  action: ActionDescriptor
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  onClose: () => void
  ways: WaysOut
}

/** Admits the applicant: who it is, since when, in which category and with which number. */
export function AcceptDialog(props: AcceptDialogProps) {
  const { record, fields, action, person, onPerson, onClose, ways } = props
  const run = useRunDecision(record)
  const tellAccepted = useTellAccepted()
  const known = useMatches(record._id, true).filter(({ resource }) => resource === 'people')
  const nextNumber = useNextNumber()
  const isKnown = person.personId !== undefined
  const holder = known.find(hasSameNif)
  if (holder && isBarred(holder))
    return <NifTakenDialog holder={holder} record={record} ways={ways} onClose={onClose} />
  return (
    <ActionDialog
      title={`Aceitar ${String(record.name)}`}
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
        known.length === 0
          ? undefined
          : (controls) => (
              <WhoIsIt known={known} controls={controls} onPerson={onPerson} onCorrect={ways.onCorrect} />
            )
      }
      tail={(values) => (
        <AdmissionEffects applicationId={record._id} fields={action.fields ?? {}} values={values} />
      )}
      onClose={onClose}
      onRun={async (input) => {
        const accepted = await run('accept', input)
        if (!accepted) return
        tellAccepted(accepted)
        onClose()
      }}
    />
  )
}

interface WhoIsItProps {
  known: readonly Match[]
  controls: ActionControls
  onPerson: (person: PersonChoice) => void
  onCorrect: WaysOut['onCorrect']
}

const another = 'another'

/** When somebody alike is known, whoever decides says whether it is the same person. */
function WhoIsIt({ known, controls, onPerson, onCorrect }: WhoIsItProps) {
  const { values, set, errorOf } = controls
  const { personId, newPerson } = values
  const holder = known.find(hasSameNif)
  const paths = useMemberPaths()
  function choose(value: string) {
    const person = value === another ? { newPerson: true } : { personId: value }
    onPerson(person)
    set({ personId: null, newPerson: false, ...person })
  }
  return (
    <Radio.Group
      label="Há fichas parecidas. Quem é o candidato?"
      withAsterisk
      value={typeof personId === 'string' ? personId : newPerson === true ? another : null}
      error={errorOf('personId') ?? errorOf('newPerson')}
      onChange={choose}
    >
      <Stack gap="xs" mt="xs">
        {known.map((match) => (
          <Radio
            key={match._id}
            value={match._id}
            disabled={isBarred(match) || wouldTakeNif(match, holder)}
            label={match.name}
            description={aboutPerson(match)}
          />
        ))}
        <Radio
          value={another}
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

/** Whether the person would get the NIF of the application, which is somebody else's. */
function wouldTakeNif(match: Match, holder: Match | undefined): boolean {
  const { known = null } = match.fields.find(({ field }) => field === 'nif') ?? {}
  return holder !== undefined && match !== holder && known === null
}

function aboutPerson({ memberNumber, stateLabel, isMember, isDeceased }: Match): string {
  if (memberNumber === null) return isDeceased ? 'Faleceu.' : 'Tem ficha, sem ligação à organização.'
  const said = `N.º ${memberNumber}, ${stateLabel ?? ''}`
  if (isDeceased) return `${said}: faleceu.`
  return `${said}: ${isMember ? 'já está inscrita' : 'volta com número novo'}.`
}

/** The number that a new member would get now. Kept with the lists of members, so that news of members ask again. */
function useNextNumber(): number | undefined {
  return useQuery({
    queryKey: [...keys.lists('members'), 'nextNumber'],
    queryFn: async ({ signal }) =>
      answered(await api.get<{ data: { memberNumber: number } }>('members/next_number', signal)).data
        .memberNumber,
  }).data
}

function withHelp(action: ActionDescriptor, nextNumber: number | undefined): ActionDescriptor {
  const field = action.fields?.memberNumber
  if (!field || nextNumber === undefined) return action
  const memberNumber = { ...field, help: `Sem número, é atribuído o seguinte: ${nextNumber}.` }
  return { ...action, fields: { ...action.fields, memberNumber } }
}

/** Says that it is done, with the way to the new record. */
function useTellAccepted(): (accepted: StoredRecord) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const paths = useMemberPaths()
  const terminology = useTerminology()
  return ({ memberId }) => {
    void client.invalidateQueries({ queryKey: keys.lists('members') })
    const label = fillTerms('Ver {memberSingular}', terminology)
    toast('Candidatura aceite.', {
      ...(typeof memberId === 'string' && {
        actions: [{ label, run: () => void navigate(paths.record(memberId)) }],
      }),
    })
  }
}
