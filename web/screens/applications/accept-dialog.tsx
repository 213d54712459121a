import { Radio, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ActionDescriptor, FieldMap } from '@agremia/resources/descriptor.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, type StoredRecord } from '../../api/client.ts'
import { answered } from '../../api/query-client.ts'
import { keys, useTerminology } from '../../api/queries.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { ActionDialog, type ActionControls } from '../../resource/action-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useMemberPaths } from '../members/use-member-paths.ts'
import type { PersonChoice } from './person-choice.ts'
import { useRunDecision } from './use-decision.ts'
import { useMatches, type Match } from './use-matches.ts'

interface AcceptDialogProps {
  record: StoredRecord
  fields: FieldMap
  action: ActionDescriptor
  person: PersonChoice
  onPerson: (person: PersonChoice) => void
  onClose: () => void
}

/** Admits the applicant: who it is, since when, in which category and with which number. */
export function AcceptDialog({ record, fields, action, person, onPerson, onClose }: AcceptDialogProps) {
  const run = useRunDecision(record)
  const tellAccepted = useTellAccepted()
  const known = useMatches(record._id, true).filter(({ resource }) => resource === 'people')
  const nextNumber = useNextNumber()
  const isKnown = person.personId !== undefined
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
          : (controls) => <WhoIsIt known={known} controls={controls} onPerson={onPerson} />
      }
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
}

const another = 'another'

/** When somebody alike is known, whoever decides says whether it is the same person. */
function WhoIsIt({ known, controls: { values, set, errorOf }, onPerson }: WhoIsItProps) {
  const { personId, newPerson } = values
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
            disabled={match.isMember}
            label={match.name}
            description={aboutPerson(match)}
          />
        ))}
        <Radio value={another} label="É outra pessoa" description="É criada uma ficha nova." />
      </Stack>
    </Radio.Group>
  )
}

function aboutPerson({ memberNumber, stateLabel, isMember }: Match): string {
  if (memberNumber === null) return 'Tem ficha, sem ligação à organização.'
  const said = `N.º ${memberNumber}, ${stateLabel ?? ''}`
  return isMember ? `${said}: já está inscrita.` : said
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
