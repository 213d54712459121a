import { ActionButtons } from '../../resource/actions/action-buttons.tsx'
import { useState } from 'react'
import { Checkbox, Group } from '@mantine/core'
import { IconArrowsExchange, IconArrowsJoin } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MergeSide } from '@agremia/resources/definitions/merges.ts'
import { formatDate } from '@agremia/resources/rules/dates.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { api, errorText, isTimedOut } from '../../api/client.ts'
import { recordQuery, useTerminology } from '../../api/queries.ts'
import { dataQuery } from '../../api/data-query.ts'
import { duplicatesPath, mergePath, newMergePath, pairParameters } from '../../paths/merges.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { RowsPlaceholder } from '../../resource/query-page.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.tsx'
import { Effects } from '../../ui/effects.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PageAction } from '../../ui/page-action.tsx'
import { Page } from '../../ui/page.tsx'
import { useNavigate, useSearchParams } from '../../ui/router.tsx'
import { toast } from '../../ui/toasts.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { ComparedValues, type ComparedValue } from './compared-values.tsx'
import { PersonPicker } from './person-picker.tsx'
import classes from './merges.module.css'

interface Side {
  personId: string
  memberId: string | null
  name: string
  memberNumber: number | null
  state: string | null
  since: string | null
}

interface Preview {
  kept: Side
  lost: Side
  fields: ComparedValue[]
  moved: { label: string; count: number }[]
  repeated: string[]
  warnings: string[]
  obstacles: string[]
}

const previewKey = 'mergePreview'

/** Compares two records field by field, and makes them one. */
export default function MergeNew() {
  const [params] = useSearchParams()
  const personId = params.get(pairParameters.personId) ?? undefined
  const otherPersonId = params.get(pairParameters.otherPersonId) ?? undefined
  const duplicateId = params.get(pairParameters.duplicateId) ?? undefined
  if (personId === undefined || otherPersonId === undefined) return <ChoosePair personId={personId} />
  return (
    <ComparePair
      key={`${personId} ${otherPersonId}`}
      personId={personId}
      otherPersonId={otherPersonId}
      duplicateId={duplicateId}
    />
  )
}

/** The two records are chosen one after the other. */
function ChoosePair({ personId }: { personId: string | undefined }) {
  const navigate = useNavigate()
  return (
    <Page title="Fundir fichas" narrow>
      <div className={classes.body}>
        <p>
          {personId === undefined
            ? 'Escolha a ficha que fica. Depois, a ficha da mesma pessoa que se junta a ela.'
            : 'Escolha agora a ficha da mesma pessoa que se junta à primeira.'}
        </p>
        <PersonPicker
          key={personId}
          label={personId === undefined ? 'Ficha que fica' : 'Ficha a fundir'}
          except={personId}
          onChoose={(id) =>
            navigate(
              newMergePath(personId === undefined ? { personId: id } : { personId, otherPersonId: id }),
            )
          }
        />
      </div>
    </Page>
  )
}

interface ComparePairProps {
  personId: string
  otherPersonId: string
  duplicateId: string | undefined
}

function ComparePair({ personId, otherPersonId, duplicateId }: ComparePairProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [keepsBoth, setKeepsBoth] = useState(false)
  const [choices, setChoices] = useState<Record<string, MergeSide>>({})
  const [members, setMembers] = useState<{ memberId: string; lostMemberId: string }>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const query = {
    personId,
    lostPersonId: otherPersonId,
    ...members,
    ...(keepsBoth && { keepsBoth: 'true' }),
  }
  const preview = useQuery({
    ...dataQuery<Preview>([previewKey, query], `merges/preview?${new URLSearchParams(query).toString()}`),
    staleTime: 0,
    retry: false,
  })
  const { data } = preview
  const isPossible = data?.obstacles.length === 0

  async function merge({ kept, lost }: Preview) {
    const isSure = await confirmDialog({
      title: 'Fundir as fichas?',
      message: `Fica uma só ficha, a de ${nameOf(kept)}, com tudo o que era de ${nameOf(lost)}. Pode desfazer a fusão depois.`,
      confirmLabel: 'Fundir',
    })
    if (!isSure) return
    setBusy(true)
    setProblem(undefined)
    try {
      const created = await api.create('merges', {
        personId,
        lostPersonId: otherPersonId,
        memberId: kept.memberId,
        lostMemberId: lost.memberId,
        keepsBoth,
        choices,
      })
      if (isTimedOut(created)) {
        setBusy(false)
        return
      }
      // The pair cannot be compared any more.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== previewKey })
      toast('As fichas são agora uma só.')
      navigate(mergePath(created._id))
    } catch (error) {
      setProblem(errorText(error, 'Não foi possível fundir. Nada mudou.'))
      setBusy(false)
    }
  }

  const swap = () => {
    if (personId === otherPersonId && data?.kept.memberId && data.lost.memberId) {
      setMembers({ memberId: data.lost.memberId, lostMemberId: data.kept.memberId })
      setChoices({})
    } else
      navigate(
        newMergePath({
          personId: otherPersonId,
          otherPersonId: personId,
          ...(duplicateId !== undefined && { duplicateId }),
        }),
        { replace: true },
      )
  }

  return (
    <Page
      title="Fundir fichas"
      narrow
      action={
        <Group gap="0.625rem">
          {/* Once merged, there is no pair to read again. */}
          {duplicateId !== undefined && !isBusy && <DismissButton id={duplicateId} />}
          {data && (
            <PageAction
              isPurpose
              label="Fundir as fichas"
              icon={<IconArrowsJoin size="1.125rem" stroke={1.75} aria-hidden />}
              disabled={!isPossible}
              loading={isBusy}
              onClick={() => void merge(data)}
            />
          )}
        </Group>
      }
    >
      <div className={classes.body}>
        {!data ? (
          <RowsPlaceholder query={preview} rows={6} />
        ) : (
          <>
            <div className={classes.pair}>
              <SideCard word="Ficha que fica" side={data.kept} />
              <CommandButton icon={IconArrowsExchange} label="Trocar" onClick={swap} />
              <SideCard word="Ficha a fundir" side={data.lost} />
            </div>
            <FormMessage>{problem}</FormMessage>
            {!isPossible && <Effects level={2} title="Ainda não é possível" lines={data.obstacles} />}
            {data.warnings.length > 0 && <Effects level={2} title="Confirme" lines={data.warnings} />}
            {personId !== otherPersonId && data.kept.memberId !== null && data.lost.memberId !== null && (
              <Checkbox
                label="Manter as duas inscrições"
                description="Junta só a pessoa: cada inscrição fica com o seu número e os seus estados."
                checked={keepsBoth}
                onChange={(event) => setKeepsBoth(event.currentTarget.checked)}
              />
            )}
            {data.fields.length > 0 && (
              <section className={classes.fields} aria-label="Valores diferentes">
                {data.fields.map((field) => (
                  <ComparedValues
                    key={field.name}
                    value={{ ...field, side: choices[field.name] ?? field.side }}
                    onChoose={(side) => setChoices((current) => ({ ...current, [field.name]: side }))}
                  />
                ))}
              </section>
            )}
            <Effects level={2} title="O que acontece" lines={effectsOf(data, keepsBoth)} />
          </>
        )}
      </div>
    </Page>
  )
}

function nameOf({ name, memberNumber }: Side): string {
  return memberNumber === null ? name : `${name} (n.º\u00A0${memberNumber})`
}

/** What the merge does besides the values. */
function effectsOf({ moved, repeated, kept, lost }: Preview, keepsBoth: boolean): string[] {
  return [
    ...(moved.length === 0
      ? ['A ficha a fundir não tem mais nada.']
      : [
          `Passam para a ficha que fica: ${moved.map(({ label, count }) => `${label.toLowerCase()} (${count})`).join(', ')}.`,
        ]),
    ...repeated.map((description) => `É anulada a dívida repetida «${description}».`),
    ...(lost.memberNumber === null || kept.memberId === null || keepsBoth
      ? []
      : ['O número que não fica é guardado como anterior, e não volta a ser atribuído.']),
    'Os contactos que não ficam como principais passam para os outros contactos.',
    'A ligação para a ficha fundida passa a levar à que fica, e a fusão pode ser desfeita.',
  ]
}

function SideCard({ word, side }: { word: string; side: Side }) {
  const terminology = useTerminology()
  const paths = useMemberPaths()
  const { name, memberId, memberNumber, state, since } = side
  const facts = [
    memberNumber !== null && fillTerms(`{MemberSingular} n.º\u00A0${memberNumber}`, terminology),
    state,
    since !== null && `desde ${formatDate(since)}`,
  ].filter(Boolean)
  return (
    <div className={classes.side}>
      <span className="note">{word}</span>
      <strong>{memberId === null ? name : <AppLink to={paths.record(memberId)}>{name}</AppLink>}</strong>
      <span>{facts.length > 0 ? facts.join(' · ') : 'Sem inscrição'}</span>
    </div>
  )
}

function DismissButton({ id }: { id: string }) {
  const navigate = useNavigate()
  const duplicate = useQuery(recordQuery('duplicates', id)).data
  if (!duplicate) return null
  const after = () => navigate(duplicatesPath)
  return (
    <ActionButtons
      resource="duplicates"
      record={duplicate}
      setups={{ dismiss: { after } }}
      names={['dismiss']}
    />
  )
}
