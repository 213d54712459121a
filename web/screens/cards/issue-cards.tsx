import { Button } from '@mantine/core'
import { IconId, IconUser } from '@tabler/icons-react'
import { useState } from 'react'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { cardValidUntil, otherCardValidUntil } from '@agremia/resources/rules/card-validity.ts'
import { formatDate, formatDateLong } from '@agremia/resources/rules/dates.ts'
import { counted } from '@agremia/resources/rules/plural.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import type { FieldErrors } from '../../api/client.ts'
import { useFields, useSettings, useTerminology } from '../../api/queries.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { organisationToday } from '../../fields/organisation-clock.ts'
import { cardPath, cardRunPath } from '../../paths/cards.ts'
import { type ExcludedGroup, ExcludedMembers, NoMemberMatches } from '../../resource/preview/left-out.tsx'
import { PreviewHead, PreviewPanel } from '../../resource/preview/preview-panel.tsx'
import { type Preview, usePreview } from '../../resource/preview/use-preview.ts'
import { lazyDialog } from '../../ui/lazy-part.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import classes from '../../ui/chosen-run.module.css'
import { useAddress, useNavigate } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { type Audience, AudienceBox, ChosenAudience } from '../messages/index.ts'

const IssueOneDialog = lazyDialog(() => import('./issue-one-dialog.tsx'))

/** Issues cards to many members: a form, and beside it a preview of the result. */
export default function IssueCards() {
  const terminology = useTerminology()
  const navigate = useNavigate()
  const fields = useFields('cardRuns')
  const arrival = useAddress().state as IssueArrival | null
  const [choice, setChoice] = useState<IssueChoice>({ ...initialChoice, audience: arrival?.audience ?? null })
  const [one, setOne] = useState(false)
  const preview = usePreview<IssuePreview>('card_runs', choice)
  if (!fields) return <PageSkeleton />
  return (
    <Page
      title="Emitir cartões"
      action={
        <CommandButton
          icon={IconUser}
          label={fillTerms('Para {um} só {memberSingular}', terminology)}
          onClick={() => setOne(true)}
        />
      }
    >
      <div className={classes.sheet}>
        <IssueForm
          fields={fields}
          choice={choice}
          chosen={arrival?.count}
          errors={preview.errors}
          onChange={setChoice}
        />
        <IssuePanel choice={choice} preview={preview} />
      </div>
      {one && (
        <IssueOneDialog
          onClose={() => setOne(false)}
          onIssued={(id) => navigate(cardPath(terminology, id))}
        />
      )}
    </Page>
  )
}

interface IssueFormProps {
  fields: FieldMap
  choice: IssueChoice
  /** The number of members selected in a list. */
  chosen: number | undefined
  errors: FieldErrors | undefined
  onChange: (choice: IssueChoice) => void
}

const fieldNames = ['kind', 'type', 'needsPhoto', 'templateId', 'validUntil'] as const

/** The inputs of an issue, from the fields of `cardRuns`. */
function IssueForm({ fields, choice, chosen, errors, onChange }: IssueFormProps) {
  const { memberSingular, memberPlural } = useTerminology()
  const { cardsValidity = '', cardsValidityYears = '' } = useSettings()
  const validity = { cardsValidity, cardsValidityYears }
  const proposed = cardValidUntil(validity, organisationToday())
  const other = otherCardValidUntil(validity, organisationToday())
  return (
    <form className="stack" aria-label="O que emitir" onSubmit={(event) => event.preventDefault()}>
      {choice.audience !== null && chosen !== undefined && (
        <AudienceBox label={fields.audience?.label ?? ''} error={errors?.audience?.join(' ')}>
          <ChosenAudience other="Todos" onChange={() => onChange({ ...choice, audience: null })}>
            {counted(chosen, memberSingular, memberPlural)} da seleção
          </ChosenAudience>
        </AudienceBox>
      )}
      {fieldNames.map((name) => {
        const field = fields[name]
        if (!field) return null
        return (
          <FieldInput
            key={name}
            id={`issue-${name}`}
            field={field}
            value={choice[name]}
            record={{}}
            error={errors?.[name]?.join(' ')}
            onChange={(value) => onChange({ ...choice, [name]: value })}
          />
        )
      })}
      {proposed !== null && other !== undefined && (
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          onClick={() => onChange({ ...choice, validUntil: choice.validUntil === other ? null : other })}
        >
          {choice.validUntil === other ? `Até ${formatDate(proposed)}` : `Só até ${formatDate(other)}`}
        </Button>
      )}
      <p className="note">
        Quem já tem um cartão que serve não recebe outro: pode repetir sem receio. Os cartões ficam por
        imprimir; os digitais valem logo.
      </p>
    </form>
  )
}

interface IssuePanelProps {
  choice: IssueChoice
  preview: Preview<IssuePreview>
}

/** Previews the issue: the number of cards, whom it leaves out, and the button that runs it. */
function IssuePanel({ choice, preview }: IssuePanelProps) {
  const terminology = useTerminology()
  const consequence =
    choice.type === 'digital'
      ? 'Valem logo, no telemóvel de cada um.'
      : choice.kind === 'renewal'
        ? 'Ficam por imprimir. O cartão anterior vale até à sua data.'
        : 'Ficam por imprimir.'
  return (
    <PreviewPanel preview={preview} loading="A contar">
      {({ count, withoutPhoto, leftOut, ...days }) => (
        <>
          <PreviewHead
            resource="cardRuns"
            input={choice}
            count={count}
            emptyText="Nada por emitir."
            detail={validityText(days)}
            verb="Emitir"
            what={cards(count)}
            icon={<IconId size="1.125rem" stroke={1.5} aria-hidden />}
            message={`${consequence} ${fillTerms('{Nenhum} {memberSingular} é {avisado}.', terminology)}`}
            isStale={preview.isStale}
            pathOf={(id) => cardRunPath(terminology, id)}
          />
          {count === 0 && leftOut.length === 0 && <NoMemberMatches />}
          {withoutPhoto > 0 && <p>{cards(withoutPhoto)} sem fotografia: no lugar dela fica uma silhueta.</p>}
          <ExcludedMembers preview={preview} groups={leftOut} />
        </>
      )}
    </PreviewPanel>
  )
}

function validityText({
  validUntil,
  lastValidUntil,
}: Pick<IssuePreview, 'validUntil' | 'lastValidUntil'>): string {
  if (validUntil === null || lastValidUntil === null) return 'sem data de fim'
  const text = `até ${formatDateLong(validUntil)}`
  if (lastValidUntil === validUntil) return text
  return `${text}; quem é admitido depois, até ${formatDateLong(lastValidUntil)}`
}

const cards = (count: number) => counted(count, 'cartão', 'cartões')

/** The input of an issue; null follows the settings. */
interface IssueChoice {
  kind: 'missing' | 'renewal'
  type: string
  needsPhoto: 'yes' | 'no'
  templateId: string | null
  validUntil: string | null
  /** The selected members; null for all. */
  audience: Audience | null
}

/** The response of `POST card_runs/preview`. */
interface IssuePreview {
  count: number
  withoutPhoto: number
  validUntil: string | null
  lastValidUntil: string | null
  leftOut: ExcludedGroup[]
}

/** The navigation state when the user comes from a selection in the list of members. */
export interface IssueArrival {
  audience: Audience
  count: number
}

const initialChoice: IssueChoice = {
  kind: 'missing',
  type: 'plastic',
  needsPhoto: 'no',
  templateId: null,
  validUntil: null,
  audience: null,
}
