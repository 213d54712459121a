import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { messageEvents } from '@agremia/resources/message-events.ts'
import type { FormControls } from '../../resource/record-form.tsx'
import { confirmDialog } from '../../ui/confirm-dialog.ts'
import { messageTextsQuery } from '../messages/message-texts-query.ts'
import { startingEvents, startingTexts } from './starting-text.ts'

/** Begins with the text of one of the automatic messages about debts. */
export function StartingTextField({ form }: { form: FormControls }) {
  const texts = useQuery(messageTextsQuery).data?.data ?? []
  const offered = startingEvents.flatMap((event) => {
    const text = texts.find(({ name }) => name === event)
    return text ? [{ text, value: text._id, label: messageEvents[event].label }] : []
  })

  async function begin(id: string | null) {
    const text = offered.find(({ value }) => value === id)?.text
    if (!text) return form.set('templateId', null)
    const isWritten = Boolean(form.values.body)
    const sure =
      !isWritten ||
      (await confirmDialog({
        title: 'Trocar o texto?',
        message: 'O que está escrito dá lugar ao texto escolhido.',
        confirmLabel: 'Trocar',
        cancelLabel: 'Ficar com o que está',
      }))
    if (sure) form.setMany({ templateId: text._id, ...startingTexts(text) })
  }

  return (
    <Select
      label="Partir do texto de"
      placeholder="Texto em branco"
      data={offered.map(({ value, label }) => ({ value, label }))}
      value={typeof form.values.templateId === 'string' ? form.values.templateId : null}
      clearable
      onChange={(id) => void begin(id)}
    />
  )
}
