import { Anchor, UnstyledButton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type LetterVariable, letterVariables } from '@agremia/resources/card-letter.ts'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { useFields, useMay, useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { cardPath } from '../../paths/cards.ts'
import { FormField } from '../../resource/form/form-sections.tsx'
import { QueryPage } from '../../resource/query-page.tsx'
import { showDocument } from '../../resource/open-document.ts'
import { type FormControls, FormSaving, useRecordForm } from '../../resource/record-form.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/with-side.tsx'
import { NoSuchPage } from '../../ui/message-state.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { useParams } from '../../ui/router.tsx'
import { CommandButton } from '../../ui/command-button.tsx'
import { TextWithVariables } from '../messages/index.ts'
import { CardPreview } from './card-preview.tsx'
import { type CardLetter, letterQuery, LetterSheet } from './letter-sheet.tsx'
import classes from './letter-page.module.css'

/** The page of the letter that is sent with a card. */
export default function CardLetterScreen() {
  const { id } = useParams()
  const query = useQuery(letterQuery(id))
  return (
    <QueryPage query={query} missing={<NoSuchPage>Esta carta não existe.</NoSuchPage>}>
      {(letter) => <LetterPage key={`${letter.cardId} ${letter._id ?? 'new'}`} letter={letter} />}
    </QueryPage>
  )
}

/** The letter as printed, beside the form that edits it. */
function LetterPage({ letter }: { letter: CardLetter }) {
  const fields = useFields('membershipCardLetters')
  return fields ? <LetterEditor letter={letter} fields={fields} /> : <PageSkeleton />
}

function LetterEditor({ letter, fields }: { letter: CardLetter; fields: FieldMap }) {
  const terminology = useTerminology()
  const record = useMemo(() => recordOf(letter), [letter])
  const initial = { cardId: letter.cardId, text: letter.usualText }
  const form = useRecordForm({
    resource: 'membershipCardLetters',
    fields,
    ...(record ? { record } : { initial }),
  })
  const isChanged = form.changes.length > 0
  const mayWrite = useMay('membershipCardLetters').create
  return (
    <Page
      title={`Carta do cartão n.º\u00A0${letter.cardNumber}`}
      subtitle={
        <Anchor component={AppLink} underline="always" fz="inherit" to={cardPath(terminology, letter.cardId)}>
          {letter.values.nomeCompleto}
        </Anchor>
      }
      action={
        <CommandButton
          icon={IconFileText}
          label="Abrir o PDF"
          variant="filled"
          disabled={isChanged}
          onClick={() => showDocument(letter.url)}
        />
      }
    >
      <div className={classes.view}>
        <LetterSheet letter={letter} text={plainText(form.values.text) || letter.usualText}>
          <CardPreview cardId={letter.cardId} name={letter.values.nomeCompleto} isFront />
        </LetterSheet>
        <LetterForm form={form} letter={letter} readOnly={!mayWrite} />
      </div>
      <FormSaving form={form} />
    </Page>
  )
}

/** The stored record of a letter; undefined before it is first saved. */
function recordOf({ _id, _version, cardId, text, sentOn, channel }: CardLetter) {
  return _id === null
    ? undefined
    : { _id, ...(_version !== null && { _version }), cardId, text, sentOn, channel }
}

interface LetterFormProps {
  form: FormControls<'membershipCardLetters'>
  letter: CardLetter
  /** Without the text, which the letter shows. */
  readOnly: boolean
}

/** The text of a letter, and the date and channel of its sending. */
function LetterForm({ form, letter, readOnly }: LetterFormProps) {
  const { text, sentOn, channel } = form.fields
  const variables = Object.entries(letterVariables).map(([code, label]) => ({
    code,
    label,
    sample: letter.values[code as LetterVariable],
  }))
  return (
    <div className="stack">
      {!readOnly && (
        <Card title="Texto desta carta">
          <div className="stack">
            {text && <TextWithVariables form={form} field={text} variables={variables} />}
            {form.values.text !== letter.usualText && (
              <UnstyledButton className={classes.usual} onClick={() => form.set('text', letter.usualText)}>
                Repor o texto habitual
              </UnstyledButton>
            )}
          </div>
        </Card>
      )}
      <Card title="Envio">
        <div className="stack">
          {sentOn && <FormField form={form} field={sentOn} readOnly={readOnly} />}
          {channel && <FormField form={form} field={channel} readOnly={readOnly} />}
        </div>
      </Card>
    </div>
  )
}
