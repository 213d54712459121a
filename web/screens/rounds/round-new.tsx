import { Anchor } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import type { Euros } from '@agremia/resources/rules/amount.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldErrors } from '../../api/client.ts'
import { recordQuery, useFields, useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import type { Values } from '../../fields/index.ts'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { membersOfCollectorPath, roundPath } from '../../paths/rounds.ts'
import { useMemberPaths } from '../../paths/use-member-paths.ts'
import { type ExcludedGroup, ExcludedMembers } from '../../resource/preview/left-out.tsx'
import { PreviewHead, PreviewPanel } from '../../resource/preview/preview-panel.tsx'
import { type Preview, usePreview } from '../../resource/preview/use-preview.ts'
import { AppLink } from '../../ui/app-link.tsx'
import classes from '../../ui/chosen-run.module.css'
import { euros } from '../../ui/euros.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useAddress } from '../../ui/router.tsx'

/** The answer of `POST /rounds/preview`. Amount in euros. */
interface RoundPreview {
  visits: number
  charges: number
  amount: Euros
  /** Members of the collector, with and without debts. */
  assigned: number
  leftOut: ExcludedGroup[]
}

/** Creates a round: collector and day, beside a preview of its charges. */
export default function RoundNew() {
  const fields = useFields('rounds')
  const { search } = useAddress()
  const given = new URLSearchParams(search).get('cobrador')
  const collector = useQuery({ ...recordQuery('collectors', given ?? ''), enabled: given !== null }).data
  const [chosen, setChosen] = useState<Values>()
  if (!fields || (given !== null && collector === undefined)) return <PageSkeleton />
  const values = chosen ?? {
    collectorId: collector?._id ?? null,
    collectorLabel: collector?.name,
    dueUntil: organisationToday(),
  }
  return (
    <Page title="Nova ronda">
      <Selected fields={fields} values={values} onChange={(part) => setChosen({ ...values, ...part })} />
    </Page>
  )
}

interface SelectedProps {
  fields: FieldMap
  values: Values
  onChange: (part: Values) => void
}

function Selected({ fields, values, onChange }: SelectedProps) {
  const { collectorId, dueUntil } = values
  const preview = usePreview<RoundPreview>('rounds', { collectorId, dueUntil })
  return (
    <div className={classes.sheet}>
      <form className="stack" aria-label="O que levar" onSubmit={(event) => event.preventDefault()}>
        {(['collectorId', 'dueUntil'] as const).map((name) => (
          <Input
            key={name}
            {...{ name, fields, values, onChange }}
            errors={collectorId === null ? undefined : preview.errors}
          />
        ))}
        <p className="note">
          A ronda leva as dívidas de quem está atribuído ao cobrador, por ordem de morada. Uma dívida só está
          numa ronda de cada vez.
        </p>
      </form>
      {typeof collectorId === 'string' && <Panel input={{ collectorId, dueUntil }} preview={preview} />}
    </div>
  )
}

interface InputProps extends SelectedProps {
  name: 'collectorId' | 'dueUntil'
  errors: FieldErrors | undefined
}

function Input({ name, fields, values, errors, onChange }: InputProps) {
  const field = fields[name]
  if (!field) return null
  return (
    <FieldInput
      id={`round-${name}`}
      field={field}
      value={values[name]}
      record={values}
      error={errors?.[name]?.join(' ')}
      onChange={(value, companions) => onChange({ ...companions, [name]: value })}
    />
  )
}

function Panel({
  input,
  preview,
}: {
  input: { collectorId: string; dueUntil: unknown }
  preview: Preview<RoundPreview>
}) {
  const terminology = useTerminology()
  const { list } = useMemberPaths()
  return (
    <PreviewPanel preview={preview} loading="A calcular">
      {({ visits, charges, amount, assigned, leftOut }) => (
        <>
          <PreviewHead
            resource="rounds"
            input={input}
            count={visits}
            emptyText="Nada para cobrar."
            detail={euros(amount)}
            verb="Criar"
            what={`ronda com ${counted(visits, 'visita', 'visitas')}`}
            icon={<IconRoute size="1.125rem" stroke={1.5} aria-hidden />}
            message={`Leva ${counted(charges, 'dívida', 'dívidas')}, que somam ${euros(amount)}. Fica por sair: pode imprimir a lista e os avisos antes de a entregar.`}
            isStale={preview.isStale}
            pathOf={roundPath}
          />
          <p>
            <Anchor component={AppLink} to={membersOfCollectorPath(list, input.collectorId)} fz="inherit">
              {fillTerms(
                assigned === 1
                  ? '1 {memberSingular} {atribuído} a este cobrador'
                  : `${assigned} {memberPlural} {atribuídos} a este cobrador`,
                terminology,
              )}
            </Anchor>
          </p>
          <ExcludedMembers preview={preview} groups={leftOut} />
        </>
      )}
    </PreviewPanel>
  )
}
