import { useMemo } from 'react'
import { Anchor, Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { FieldMap } from '@agremia/resources/descriptor.ts'
import { keys, useFields, useTerminology } from '../../api/queries.ts'
import { plainText } from '../../fields/texts.ts'
import { showDocument } from '../../resource/open-document.ts'
import { FormSaving, useRecordForm } from '../../resource/record-form.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { cardPath } from '../../paths/cards.ts'
import { CardPreview } from './card-preview.tsx'
import type { CardLetter } from './letter.ts'
import { LetterForm } from './letter-form.tsx'
import { LetterSheet } from './letter-sheet.tsx'
import classes from './letter-page.module.css'

/** A letter as it is printed, beside what can be changed in it. */
export function LetterPage({ letter }: { letter: CardLetter }) {
  const fields = useFields('membershipCardLetters')
  return fields ? <WrittenLetter letter={letter} fields={fields} /> : <PageSkeleton />
}

function WrittenLetter({ letter, fields }: { letter: CardLetter; fields: FieldMap }) {
  const client = useQueryClient()
  const terminology = useTerminology()
  const record = useMemo(() => recordOf(letter), [letter])
  const initial = { cardId: letter.cardId, text: letter.usualText }
  const form = useRecordForm({
    resource: 'membershipCardLetters',
    fields,
    ...(record ? { record } : { initial }),
  })
  const isChanged = form.changes.length > 0
  return (
    <Page
      title={`Carta do cartão n.º\u00A0${letter.cardNumber}`}
      subtitle={
        <Anchor component={AppLink} underline="always" fz="inherit" to={cardPath(terminology, letter.cardId)}>
          {letter.values.nomeCompleto}
        </Anchor>
      }
      action={
        <Button
          leftSection={<IconFileText size="1.125rem" stroke={1.5} aria-hidden />}
          disabled={isChanged}
          onClick={() => showDocument(letter.url)}
        >
          Abrir o PDF
        </Button>
      }
    >
      <div className={classes.view}>
        <LetterSheet letter={letter} text={plainText(form.values.text) || letter.usualText}>
          <CardPreview cardId={letter.cardId} name={letter.values.nomeCompleto} isFront />
        </LetterSheet>
        <LetterForm form={form} letter={letter} />
      </div>
      <FormSaving
        form={form}
        onSaved={() => void client.invalidateQueries({ queryKey: keys.records('membershipCardLetters') })}
      />
    </Page>
  )
}

/** What is kept of a letter; undefined while nothing is. */
function recordOf({ _id, _version, cardId, text, sentOn, channel }: CardLetter) {
  return _id === null
    ? undefined
    : { _id, ...(_version !== null && { _version }), cardId, text, sentOn, channel }
}
