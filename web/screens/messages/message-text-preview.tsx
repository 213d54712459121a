import { useState } from 'react'
import type { FieldDescriptor } from '@agremia/resources/descriptor.ts'
import { recordPath } from '@agremia/resources/paths.ts'
import { fillTerms } from '@agremia/resources/terminology.ts'
import { useTerminology } from '../../api/queries.ts'
import { faceOf, type Values } from '../../fields/index.ts'
import { MessagePreview, type PreviewedMessage } from './message-preview.tsx'
import { usePreview } from './use-preview.ts'
import classes from './message-preview.module.css'

interface MessageTextPreviewProps {
  event: string
  values: Values
}

/** How the texts would be read: by an invented person, or by whoever is chosen. */
export function MessageTextPreview({ event, values }: MessageTextPreviewProps) {
  const [reader, setReader] = useState<Values>({})
  const terminology = useTerminology()
  const { subject, body, smsText } = values
  const preview = usePreview<PreviewedMessage>(`${recordPath('messageSettings', event)}/preview`, {
    subject: subject ?? '',
    body: body ?? '',
    smsText: smsText ?? '',
    memberId: reader.memberId ?? null,
  })
  const field: FieldDescriptor = {
    name: 'memberId',
    type: 'reference',
    inputType: 'reference',
    reference: 'members',
    validation: [],
    label: fillTerms('Ver com os dados {do} {memberSingular}', terminology),
    group: '',
    help: 'Vazio: os de uma pessoa inventada.',
  }
  const { Input } = faceOf(field)
  return (
    <section className={classes.side} aria-label="Pré-visualização">
      <Input
        id="preview-member"
        field={field}
        value={reader.memberId}
        record={reader}
        onChange={(memberId, companions) => setReader({ ...companions, memberId })}
      />
      <MessagePreview preview={preview} />
    </section>
  )
}
